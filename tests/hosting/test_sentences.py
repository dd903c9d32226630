"""What PostgreSQL does to two who write at once is said in a sentence, never a bare error."""

TWO_THAT_WAIT_FOR_EACH_OTHER = """
from threading import Barrier, Thread
from django.db import DatabaseError, connection, transaction
from tournament.upkeep.faults import fault_of

with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE pair (row int)")
    cursor.execute("INSERT INTO pair VALUES (1), (2)")
both, said = Barrier(2, timeout=60), []

def write(*rows):
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            for row in rows:
                cursor.execute("UPDATE pair SET row = row WHERE row = %s", [row])
                if row == rows[0]:
                    both.wait()
    except DatabaseError as error:
        said.append(fault_of(error).code)
    finally:
        connection.close()

threads = [Thread(target=write, args=rows) for rows in ((1, 2), (2, 1))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(*said)
"""
ONE_THAT_ONLY_FOLLOWS = """
from django.db import DatabaseError, connection
from tournament.upkeep.faults import fault_of

with connection.cursor() as cursor:
    cursor.execute("SET default_transaction_read_only = on")
    try:
        cursor.execute("CREATE TABLE never (row int)")
    except DatabaseError as error:
        print(fault_of(error).code)
"""


def test_who_waits_for_somebody_who_waits_for_him_is_told_to_send_again(manage, postgresql):
    said = manage(postgresql, "shell", "-v0", "-c", TWO_THAT_WAIT_FOR_EACH_OTHER)
    assert said.split() == ["crossed"]


def test_a_server_that_may_not_be_written_to_is_told_of(manage, postgresql):
    assert manage(postgresql, "shell", "-v0", "-c", ONE_THAT_ONLY_FOLLOWS).split() == ["readonly"]
