import pulumi
from pulumi.runtime.config import CONFIG

from infra.naming import Names
from infra.program import declare
from infra.settings import read_settings

project, stack = pulumi.get_project(), pulumi.get_stack()
settings = read_settings(project, stack, CONFIG.get())
declare(Names(project, stack, settings.region), settings)
