BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Restore a copy') BBBBBBBB

BBBBB BBBBBBBXXXX gettext(u'Restore a copy') XXXXXXXXBB BBBBBBBFFFFFFFFFFFFFFFFFFFFFF X BBBBB X FFFFFFFFFFFFFFXXXXBBBBBBBB

BBBBB BBBBBBB
  XXXXXXXX XXXXXXXXXXXXX
    XXXXBB BBBBBBBBBBB gettext(u'What would be lost') BBBB gettext(u'What would change') BBBBBXXXXX
    BB BBBBBBBB
      XXXX
        BBB BBBBBBB BB BBBBBBBB
          XXXXXXXXXXX XXXXX XXXXXXXXXXXXXFFFFFFFFFFFFFFFFFFFFFFFFXXXXXXXBB BBBBBBBBBBBBXXXX gettext(u'Lost: %(what)s.') SSSSS SSSSSSSSSBBBBBBB BBBBBBBBBBBBXXXX gettext(u'Brought back: %(what)s.') SSSSSSS SSSSS SSSSSSSSSBBBBBXXXXX
        BBBBBB
      XXXXX
    BBBB
      XXX gettext(u'Nothing: this copy holds the same contests, deals and rulings as there are now.') XXXX
    BBBBB
    XXX gettext(u'All the contests go back to that moment, with the accounts, their roles and their passwords. Whoever is logged in stays so. What there is now is copied first: it can be restored in the same way.') XXXX
    XXX gettext(u'Tell the tables to wait: what is typed meanwhile is recorded after the restored deals, or refused.') XXXX
  XXXXXXXXXX
  XXXXX XXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXXXX
    BBBBBBBBBB
    XXXXXX XXXXXXXXXXXXX XXXXXXXXXXX XXXXXXXXX
    
    BB BBBBBBBBBBBBBBBB
    XXXX XXXXXXXXXXXXXXXX
      XXXXXXX XXXXXXXXXXXXX XXXXXXXXXX XXXXX gettext(u'Restore this copy') XXXXXXXXX
      XX XXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBXX gettext(u'Cancel') XXXX
    XXXXXX
  XXXXXXX
BBBBBBBB BBBBBBB
