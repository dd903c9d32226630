BBBB BBBBBB BBBBBBBBBBBBBBBBB gettext(u'Standings after round %(round)s') SSSSSSSSS SSSSS SSSSS SSSSSSSSSBBBB gettext(u'Standings before the first round') BBBBB
