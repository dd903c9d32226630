BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'PDF files cannot be made here') BBBBBBBB

BBBBB BBBBBBBXXXX gettext(u'PDF files cannot be made here') XXXXXBBBBBBBB

BBBBB BBBBBBB
XXX gettext(u'This machine lacks system packages that PDF files need:') XXXX
XXXXBBB BBBBBBB BB BBBBBBBBXXXXXXXXXXXXXXXXXXXXXXBBBBBBXXXXX
XXX gettext(u'On Debian or Ubuntu, type this once, then restart the site:') XXXX
XXXXXXXXXXXXXXX XXXXXXX XXXXXXX XXXXX XXXXXXXXXXXXXXXXXXXXXXX FFFFFF FXXXXXXXXXXXXX
XXX gettext(u'Meanwhile the same paper is a page that the browser prints by itself.') XXXX
XXXXX XXXXXXXXXXXXX XXXXXXXXX gettext(u'Open the page to print') XXXXXXXX
BBBBBBBB BBBBBBB
