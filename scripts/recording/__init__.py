"""What scripts/record-workload records with."""
