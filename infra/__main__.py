import pulumi
from pulumi.runtime.config import CONFIG

from infra.program import declare
from infra.settings import read_settings

declare(read_settings(pulumi.get_stack(), CONFIG.get()))
