"""Makes the two tables of all types of AWS's provider; docs/types.md tells how."""
