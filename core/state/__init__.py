"""The pack in memory: chains of every table, claim columns, views, and the indexes that rooms share."""
