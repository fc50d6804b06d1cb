import type { JobKind } from '../enums.ts'
import type { DuplicateRule, ImportList } from '../imports/importFields.ts'
import { authorize, type Action, type Actor } from '../permissions.ts'

/** What the permissions of a job depend on. */
export interface JobInput {
  /** The list of an import. */
  list?: ImportList
  onDuplicate?: DuplicateRule
}

/**
 * The permissions that a job needs: when it is created, when it runs, and when its creator reads it or its file, because they may have
 * lost one meanwhile.
 */
export function actionsOfJob(kind: JobKind, { list, onDuplicate }: JobInput): Action[] {
  if (kind === 'export') return ['data.export']
  if (kind === 'parcel_check') return ['parcel.importOwn']
  if (kind === 'registry_import') return ['doNotKnock.manage']
  const actions: Action[] = ['data.import']
  if (list === 'parcels') actions.push('parcel.import')
  if (list === 'users') actions.push('user.add')
  if (kind === 'import' && list === 'users' && onDuplicate === 'update') actions.push('user.manage')
  return actions
}

/** Throws `Forbidden` unless the actor may do what the job does. */
export function authorizeJob(actor: Actor | null, kind: JobKind, input: JobInput): void {
  for (const action of actionsOfJob(kind, input)) authorize(actor, action)
}
