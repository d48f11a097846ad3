"""The map as one JSON document, which the page draws and other programs may read."""

from collections.abc import Mapping, Sequence
from typing import Any

from pulumicheck.map.facts import physical_name, properties_of
from pulumicheck.map.flows import flows_of
from pulumicheck.map.lanes import in_lanes
from pulumicheck.map.nodes import OUTSIDE, Group, Node, nodes_of, outside_nodes
from pulumicheck.map.permissions import Catalogue, Permissions
from pulumicheck.map.picture import Picture, draw, place
from pulumicheck.map.sources import Sources
from pulumicheck.map.states import State, states_of
from pulumicheck.map.telling import Telling
from pulumicheck.particulars import Particulars, Reproduction, Symptom
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.project import Project
from pulumicheck.types.arns import ACCOUNT_ID

_NONE = Particulars()


def make_document(
    project: Project, stack: str, settings: Mapping[str, str] | None = None, particulars: Particulars = _NONE
) -> dict[str, Any]:
    """The document of a stack: the same bytes each time, if the program is the same.

    Args:
        project: whose program it is.
        stack: a stack that has a settings file.
        settings: settings that stand in for those of the file; the switches are set by each state.
        particulars: what is told besides of a program that is the project's own.

    Raises:
        CheckError: the settings file is missing, or the program refuses every combination of the switches.
    """
    region = (settings or {}).get("aws:region") or project.region(stack)
    states = states_of(project, stack, settings or {}, particulars)
    plans = [state.plan for state in states if state.plan]
    particulars = particulars.of(plans[0].component_types)
    declared, components = in_lanes(*nodes_of(plans))
    outside, frames = outside_nodes(particulars.outsiders)
    nodes, groups = [*outside, *declared], [*frames, *components]
    catalogue = Catalogue()
    permissions = {
        state.id: Permissions(state.plan, present(nodes, state.plan), catalogue) for state in states if state.plan
    }
    picture = draw(groups, nodes, flows_of(nodes, next(iter(permissions.values()))))
    sources, symptoms = Sources(project), particulars.symptoms(project.name, stack, region)
    telling = Telling(nodes, sources, plans[0])
    return {
        "project": project.name,
        "stack": stack,
        "region": region,
        "account": ACCOUNT_ID,
        "switches": list(states[0].switches),
        "states": [_state(state, nodes, permissions.get(state.id)) for state in states],
        "lanes": [
            {"id": lane.id, "title": lane.title, "x": round(lane.x, 1), "width": round(lane.width, 1)}
            for lane in picture.layout.lanes
        ],
        "groups": [_group(group, picture, sources) for group in groups],
        "resources": [_resource(node, picture, sources, symptoms, telling) for node in nodes],
        "flows": picture.flows,
        "grants": dict(sorted(catalogue.grants.items())),
        "symptoms": {symptom.name: _symptom(symptom, particulars.reproduction) for symptom in symptoms},
        "size": {"width": round(picture.layout.width), "height": round(picture.layout.height)},
    }


def present(nodes: Sequence[Node], plan: Plan | None) -> list[Node]:
    """The boxes that are there in a state; who is outside always is, where there is a stack."""
    urns = {resource.urn for resource in plan.resources} if plan else set[str]()
    return [node for node in nodes if plan and (node.resource is None or node.resource.urn in urns)]


def _state(state: State, nodes: Sequence[Node], permissions: Permissions | None) -> dict[str, Any]:
    there = present(nodes, state.plan)
    return {
        "id": state.id,
        **state.switches,
        "title": state.title,
        "refused": state.refused,
        "present": [node.id for node in there],
        "idleCost": [{"id": node.id, "why": why} for node in there if (why := node.idle_cost)],
        "mayDo": permissions.may_do() if permissions else {},
        "whoCanTouch": permissions.who_can_touch() if permissions else {},
        "cannotBeKnown": permissions.cannot_be_known() if permissions else {},
    }


def _group(group: Group, picture: Picture, sources: Sources) -> dict[str, Any]:
    where = sources.component(group.component) if group.component else None
    return {
        "id": group.id,
        "title": group.title,
        "lane": picture.layout.lanes[picture.layout.lane_of[group.id]].id,
        **place(picture.layout.groups[group.id]),
        "type": group.type,
        "file": where.file if where else "",
    }


def _resource(
    node: Node, picture: Picture, sources: Sources, symptoms: Sequence[Symptom], told: Telling
) -> dict[str, Any]:
    where = sources.resource(node.resource, node.component) if node.resource else None
    return {
        "id": node.id,
        "title": node.title,
        "type": node.resource.type if node.resource else OUTSIDE,
        "kind": node.kind,
        "external": node.resource is None,
        "group": node.group,
        "minor": node.minor,
        **place(picture.layout.boxes[node.id]),
        "protected": node.resource is not None and node.resource.protect,
        "idle": node.idle_cost or None,
        "physicalName": told.plan.made_up.shown(physical_name(node)),
        "arn": node.arn,
        "file": where.file if where else "",
        "line": where.line if where else 0,
        **told.of(node),
        "properties": properties_of(node, told.plan),
        "breakIt": [symptom.name for symptom in symptoms if not told.stand_ins(node).isdisjoint(symptom.involves)],
    }


def _symptom(symptom: Symptom, how: Reproduction | None) -> dict[str, Any]:
    return {
        "symptom": symptom.symptom,
        "cause": symptom.cause,
        "where": list(symptom.where),
        "cure": symptom.cure,
        "reproduction": how and {"heading": how.heading, "line": how.line.format(name=symptom.name)},
    }
