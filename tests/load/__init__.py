"""A hall full of people against the real server: `make load`; `make kill` pulls its plug.

Everybody comes in within ten seconds and opens a page; then the time runs. Everybody asks what
the pages before them ask, in the same words and as often:

- a scorekeeper has the marks of each line shown once before it is recorded (with `--each-key`, at
  each key that is struck, as the page does it for somebody who types five keys a second),
  records it, and is shown the sheet with the next deal to type; one deal in twenty is sent twice
  at once, and one in twenty is corrected;
- a phone asks every 5 s whether anything is new; it has its deal's marks shown, records it, and
  the other side's phone looks, accepts, and is shown the table;
- a third of the readers have the page of all the tables open: every 5 s it sends the key of what
  it shows (`?seen=`) and is answered nothing, or the tables. A third have a sheet open: every
  5 s, twice as often as the page, it says who is there and asks who else is; once the sheet has
  changed it is looked at as it is now, a whole page. A third look at the standings again, with
  the `ETag` of the page that they hold.

Every answer is read and checked: its status, what it says was recorded, and at the end each
entry that the site holds against each that was sent, and each journal.
"""
