import type { Context } from '../../context.ts'
import type { LeadStatus, PropertyStatus } from '../../domain/enums.ts'
import { check } from '../../domain/errors.ts'
import { toSnakeCase, type SnakeCase } from '../../domain/fields.ts'
import { clampFieldTime } from '../../domain/knocking/fieldTime.ts'
import type { LeadWork } from '../../domain/leads/leadFields.ts'
import type { Point } from '../../domain/point.ts'
import { setDoNotKnockOnce, type DoNotKnockInput } from '../doNotKnock/doNotKnock.ts'
import { withdrawKnockOnce, type KnockInput } from '../knocking/knocking.ts'
import { saveKnockSession } from '../knocking/knockSessions.ts'
import { changeKnockSessionOnce } from '../knocking/sessionChanges.ts'
import { changeLeadOnce } from '../leads/leadChanges.ts'
import { addLeadNote } from '../leads/leadNotes.ts'
import { changeLeadStageOnce } from '../leads/leadStages.ts'
import { saveLead, type NewLead } from '../leads/leads.ts'
import { addPropertyNote } from '../properties/addPropertyNote.ts'
import { saveProperty } from '../properties/createProperty.ts'
import type { NewProperty } from '../properties/propertyInput.ts'
import { changePropertyOnce, type PropertyEdit } from '../properties/updateProperty.ts'

/** An action with its id and when it happened in the field. */
interface Happened {
  id: string
  at: Date
}

type Applied = Promise<{ replayed: boolean; status?: PropertyStatus | null }>

const kind = <Content>(apply: (ctx: Context, content: Content, action: Happened) => Applied) => apply

const sessionKind = (name: 'end' | 'pause' | 'resume') =>
  kind<{ sessionId: string }>((ctx, session, { id, at }) => changeKnockSessionOnce(ctx, name, id, session, at))

/**
 * How each kind of action is applied, by the field that has its content. A new kind is declared here and in `api/schema/sync.ts`. Knocks are
 * applied together (`sync.ts`).
 */
const kinds = {
  withdrawal: kind<{ knockId: string }>((ctx, withdrawal, { id, at }) => withdrawKnockOnce(ctx, id, withdrawal, at)),
  property: kind<NewProperty>((ctx, property, { id, at }) => saveProperty(ctx, withId(property, id), at)),
  lead: kind<NewLead>((ctx, lead, { id, at }) => saveLead(ctx, withId(lead, id), at)),
  note: kind<{ propertyId: string; text: string }>((ctx, note, { id, at }) => addPropertyNote(ctx, id, note, at)),
  status: kind<{ leadId: string; status: LeadStatus }>((ctx, change, { id, at }) =>
    changeLeadOnce(ctx, { id, kind: 'status' }, change, at),
  ),
  leadWork: kind<LeadWork & { leadId: string }>((ctx, change, { id, at }) =>
    changeLeadOnce(ctx, { id, kind: 'leadWork' }, change, at),
  ),
  leadStage: kind<{ leadId: string; stageId?: string | null }>((ctx, change, { id, at }) =>
    changeLeadStageOnce(ctx, id, change, at),
  ),
  leadNote: kind<{ leadId: string; text: string }>((ctx, note, { id, at }) => addLeadNote(ctx, { ...note, id }, at)),
  sessionStart: kind<{ at?: Point | null }>((ctx, start, { id, at }) => saveKnockSession(ctx, { ...start, id }, at)),
  sessionEnd: sessionKind('end'),
  sessionPause: sessionKind('pause'),
  sessionResume: sessionKind('resume'),
  // Without a language it is not known.
  language: kind<{ propertyId: string; language?: string | null }>((ctx, { propertyId, language = null }, { id, at }) =>
    changePropertyOnce(ctx, { id, kind: 'language' }, { propertyId, language }, at),
  ),
  propertyEdit: kind<PropertyEdit>((ctx, edit, { id, at }) =>
    changePropertyOnce(ctx, { id, kind: 'propertyEdit' }, edit, at),
  ),
  doNotKnock: kind<DoNotKnockInput>((ctx, mark, { id, at }) => setDoNotKnockOnce(ctx, id, mark, at)),
}

type Kinds = typeof kinds
type Contents = { [Name in keyof Kinds]: Parameters<Kinds[Name]>[1] } & { knock: KnockInput }
export type SyncActionKind = SnakeCase<keyof Contents>

/** One thing that a rep did on a phone, with or without a network. The field of its kind is set. */
export type SyncAction = { [Name in keyof Contents]?: Contents[Name] | null } & {
  /** The client's id of what the action makes, or of the action itself. */
  id: string
  kind: SyncActionKind
  /** When it happened in the field, clamped to the last seven days. */
  occurredAt?: Date | null
  /** Ids of the actions that must be applied before this one. */
  dependsOn?: string[] | null
}

const nameOfKind = new Map((Object.keys(kinds) as (keyof Kinds)[]).map((name) => [toSnakeCase(name) as string, name]))

/** Applies an action that is not a knock. */
export async function applyAction(ctx: Context, action: SyncAction) {
  const name = nameOfKind.get(action.kind)!
  const content = required(action[name], name)
  const happened = { id: action.id, at: clampFieldTime(action.occurredAt, ctx.now()) }
  const { replayed, status = null } = await kinds[name](ctx, content as never, happened)
  return { replayed, status }
}

/** The content of the field. Throws `Refused` for an action without it. */
export function required<Content>(content: Content | null | undefined, field: string): Content {
  check(content, `The action needs the field ${field}.`, { [field]: 'Required for this kind.' })
  return content
}

/** The content with the id of the action. Throws `Refused` if it has another one. */
const withId = <Content extends { id?: string | null }>(content: Content, id: string) => {
  assertSameId(id, content.id)
  return { ...content, id }
}

export function assertSameId(id: string, other: string | null | undefined): void {
  check(!other || keyOf(other) === keyOf(id), 'The action and its content have different ids.', {
    id: 'Must be the id of the action.',
  })
}

/** Ids are compared without regard to case. */
export const keyOf = (id: string) => id.toLowerCase()
