"""Writes the descriptions of a module's Protocol Buffers, and of all that they build on, as a `FileDescriptorSet`."""

import importlib
import sys

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.rpc import error_details_pb2, status_pb2

files = {}


def add(file):
    for dependency in file.dependencies:
        add(dependency)
    files[file.name] = file


def name_fields(messages):
    """Gives fields the names in JSON that the compiler leaves to its readers."""
    for message in messages:
        for field in message.field:
            first, *others = field.name.split("_")
            field.json_name = field.json_name or first + "".join(word[:1].upper() + word[1:] for word in others)
        name_fields(message.nested_type)


for module in (importlib.import_module(sys.argv[1]), status_pb2, error_details_pb2):
    add(module.DESCRIPTOR)
described = FileDescriptorSet()
for file in files.values():
    file.CopyToProto(described.file.add())
    name_fields(described.file[-1].message_type)
sys.stdout.buffer.write(described.SerializeToString())
