"""What is dear to compute: knows the rules of `service.piquet` and nothing of the interface."""
