"""Search that is measured: public data sets through the doors of a real pack, and what was retrieved kept."""
