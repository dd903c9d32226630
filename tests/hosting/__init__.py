"""A federation's installation: PostgreSQL, several servers, a replica, clubs that move there."""
