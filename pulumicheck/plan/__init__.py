import os

# Before gRPC is imported: it would tell on standard error that a program's end has closed a connection.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
