BBBBBBB BBBBBBBBBBB
BBBB BBBB
BBBBB BBBBB gettext(u'Copies of the database') BBBBBBBB

BBBBB BBBBBBBXXXX gettext(u'Copies of the database') XXXXXXXX gettext(u'Each holds all the contests, as they were at one moment.')  XX XXXXXXBBB BBBBBBBBBBBBBBXX gettext(u'About this installation') XXXXXXXXBBBBBBBB

BBBBB BBBBBBB
  BB BBB BBBBBBBBBB
    XXXXXXXX XXXXXXXXXXXXXXXX gettext(u'The data is on a PostgreSQL server, which has backups of its own: use pg_dump and pg_restore (docs/hosting.md).') XXXXXXXXXXXXXX
  BBBB
    BB BBBBBBBBBBBBBBBBBBB BBB BBBBBBBBBBBBBBBBBBBXX XXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXBBBBB
    BB BBBBBBBBBBBBBBBBBBBBXX XXXXXXXXXXXXXX XXXXXXXXXXXXX gettext(u'The disk has only %(free)s left: make room, or no copy can be made any more.') SSS SSSS SSS SSSS SSSSSSSS SSSSS SSSS SSSSS SS SS SSSS SSS SS SSSS SSS SSSSSXXXXBBBBB
    XXXXXXXX XXXXXXXXXXXXXX
      BB BBBBBB
        XXXXXXX
          XXXXXXXXXXXXXX XXXXXXXXXXXX gettext(u'Made') XXXXXXXX XXXXXXXXXXX XXXXXXXXXXXXXXXXXXXX pgettext(u'before what a copy was made', u'When') XXXXXXXX XXXXXXXXXXX XXXXXXXXXX XXXXXXXXXXXXX gettext(u'Size') XXXXXXXX XXXXXXXXXXXX gettext(u'What to do') XXXXXXXXXXXXXXXXXX
          XXXXXXX
            BBB BBBBBB BB BBBBBB
              BBBB BBBBBBBBBBBBBBBB
                XXXX
                  XXX XXXXXXXXXXXXFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFXXXXX XXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXBB BBBBBBBBBBBB BB BBBBBB XXXXX XXXXXXXXXXXX gettext(u'on the key') XXXXXXXBBBBBXXXXX
                  XXX XXXXXXXXXXXXXXXXXXXXXXXXX
                  XXX XXXXXXXXXX XXXXXXXXXXXXXFFFFFFFFFFFFFFXXXXX
                  XXXXXX XXXXXXXXXX XXXX XXXXXXBBB BBBBBBBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBBBBX XXXXXXXXXXXX gettext(u'Look at copy %(number)s, to restore it') SSSS SS SSSS SSSSSSSSSSS SS SSSSSSS SSXX gettext(u'Restore…') XXXX XX XXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBBBB BBBBBBBBBBBB BBBBBBBBBBBBBBX XXXXXXXXXXXX gettext(u'Download copy %(number)s') SSSSSSSS SSSS SSSSSSSSSSXX gettext(u'Download') XXXXXXXXX
                XXXXX
              BBBBBBB
            BBBBBB
          XXXXXXXX
        XXXXXXXX
      BBBB
        XX XXXXXXXXXXXX gettext(u'No copy yet: one is made before every draw and every closing, every few minutes of play, and when the site is stopped.') XXXX
      BBBBB
      XXXXX XXXXXXXXXXXXXXX XXXXXXXXXXXXX XXXXXXXXBBB BBBBBBBBBBBBXXBBBBBBBBBBXXXXXXX XXXXXXXXXXXXXX gettext(u'Make a copy now') XXXXXXXXXXXXXXXX
    XXXXXXXXXX
    XXXXXXXX XXXXXXXXXXXXX
      XXXX gettext(u'How copies are made') XXXXX
      XX XXXXXXXXXXXXX gettext(u'Thirty copies made before a draw or a closing are kept, whatever is made during play: of those, the last twelve, then one an hour for a day.') XXXX
      XX XXXXXXXXXXXXX gettext(u"A copy holds everybody's names and the accounts: give it to nobody who need not have them.") XXXX
      XXXXX XXXXXXXXXXXXX XXXXXXXXXXX
        BBBBBBBBBB
        
        
        
        BB BBBBBBBBBBBBBBBBBBB BBB BBB BBBBBBBBBBBBBBBBBBB BBB BBBBBBBBBBBBBBBXX XXXXXXXXXXXXX gettext(u'Last copy put there: %(at)s.') SSSS SSSS SSS SSSSSS SSSSSSSXXXXBBBBB
        XXXX XXXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXX gettext(u'Save') XXXXXXXXXXXXXXX
      XXXXXXX
    XXXXXXXXXX
  BBBBB
BBBBBBBB BBBBBBB
