/** Values that are stored in the database and sent to clients (spec §3, §9). */

export const roles = ['sales_rep', 'admin', 'owner', 'global_admin'] as const
export type Role = (typeof roles)[number]

/** The display names of the roles (spec §2). */
export const roleLabels: Record<Role, string> = {
  sales_rep: 'Sales Rep',
  admin: 'Admin',
  owner: 'Owner',
  global_admin: 'Global Admin',
}

export const propertyTypes = [
  'gutter',
  'metal_roof',
  'shingle',
  'storm',
  'tornado',
  'concrete',
  'commercial',
  'generic',
  'all_repairs',
] as const
export type PropertyType = (typeof propertyTypes)[number]

/** The display names of the service types (spec §3). */
export const propertyTypeLabels: Record<PropertyType, string> = {
  gutter: 'Gutter Cleaning',
  metal_roof: 'Metal Roof',
  shingle: 'Shingle Repair',
  storm: 'Storm Damage',
  tornado: 'Tornado Damage',
  concrete: 'Concrete',
  commercial: 'Commercial',
  generic: 'Generic',
  all_repairs: 'All Repairs',
}

export const priorities = ['normal', 'high'] as const
export type Priority = (typeof priorities)[number]

export const priorityLabels: Record<Priority, string> = { normal: 'Normal Priority', high: 'High Priority' }

export const propertyStatuses = ['new', 'contacted', 'interested', 'not_interested'] as const
export type PropertyStatus = (typeof propertyStatuses)[number]

export const propertyStatusLabels: Record<PropertyStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  interested: 'Interested',
  not_interested: 'Not interested',
}

export const leadStatuses = ['new', 'contacted', 'completed'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const leadStatusLabels: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  completed: 'Completed',
}

/** The colors of the stages, by the names of the hues that the client draws. */
export const stageColors = ['slate', 'info', 'teal', 'good', 'warn', 'orange', 'bad', 'plum'] as const
export type StageColor = (typeof stageColors)[number]

/** Why two leads are taken for duplicates. */
export const duplicateReasons = ['same_property', 'same_parcel', 'same_address'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** `failed`: given up. */
export const mailStates = ['queued', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** What a list of mails can be ordered by. */
export const mailOrderFields = ['created_at', 'to'] as const
export type MailOrderField = (typeof mailOrderFields)[number]

/** What a list of leads can be ordered by. */
export const leadOrderFields = [
  'created_at',
  'updated_at',
  'address',
  'owner',
  'tag',
  'priority',
  'status',
  'rep',
  'assignee',
  'follow_up',
  'value',
] as const
export type LeadOrderField = (typeof leadOrderFields)[number]

/** What a list of properties can be ordered by. */
export const propertyOrderFields = [
  'created_at',
  'updated_at',
  'address',
  'owner',
  'city',
  'status',
  'priority',
  'assignee',
] as const
export type PropertyOrderField = (typeof propertyOrderFields)[number]

/** What a list of accounts can be ordered by. */
export const userOrderFields = ['created_at', 'name', 'email', 'role', 'tenant', 'status'] as const
export type UserOrderField = (typeof userOrderFields)[number]

/** What the activity log can be ordered by. */
export const activityOrderFields = ['time', 'person', 'type'] as const
export type ActivityOrderField = (typeof activityOrderFields)[number]

export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** The scope of an API key: read only, or everything that its owner may do. */
/** Of an invitation; only with the first one can somebody come. 'lapsed': who created it may not invite to this role any more. */
export const invitationStates = ['open', 'used_up', 'expired', 'revoked', 'lapsed'] as const
export type InvitationState = (typeof invitationStates)[number]

export const apiKeyScopes = ['read', 'full'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Work that takes longer than a request. */
export const jobKinds = ['export', 'import', 'import_undo', 'parcel_check', 'registry_import'] as const
export type JobKind = (typeof jobKinds)[number]

/** What has become of a company's file of parcels. */
export const parcelImportStatuses = [
  'uploading',
  'checking',
  'checked',
  'failed',
  'live',
  'replaced',
  'undone',
] as const
export type ParcelImportStatus = (typeof parcelImportStatuses)[number]

export const jobStatuses = ['queued', 'running', 'done', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** The lists that can be exported to a file. */
export const exportedLists = ['properties', 'leads', 'users', 'activity'] as const
export type ExportedList = (typeof exportedLists)[number]

export const accountStatuses = ['pending', 'active', 'blocked'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** The dispositions of a knock. */
export const knockOutcomes = [
  'nobody_home',
  'talked',
  'interested',
  'not_interested',
  'come_back',
  'left_flyer',
  'not_the_owner',
  'no_soliciting',
] as const
export type KnockOutcome = (typeof knockOutcomes)[number]

/** Why nobody may knock at a door: the household asked, it is on the list of a city, or the company's own rule. */
export const doNotKnockKinds = ['asked', 'registry', 'firm'] as const
export type DoNotKnockKind = (typeof doNotKnockKinds)[number]

/** What was wrong with a knock that was accepted all the same. */
export const knockFlags = ['do_not_knock', 'outside_hours', 'no_permit'] as const
export type KnockFlag = (typeof knockFlags)[number]

/** What a user can read that is recorded about them: positions of knocks, knock sessions, and views of their work by others. */
export const recordedKinds = ['knock', 'session', 'view'] as const
export type RecordedKind = (typeof recordedKinds)[number]

/** How somebody saw the work of a user. */
export const recordedAccesses = ['rep_page', 'view_as', 'export'] as const
export type RecordedAccess = (typeof recordedAccesses)[number]

/** The colors of outcomes, by the names of the hues that the client draws. */
export const outcomeColors = [...stageColors, 'mute'] as const
export type OutcomeColor = (typeof outcomeColors)[number]

/** The glyphs of outcomes: first those of the built-in ones, in their order. */
export const outcomeMarks = [
  ...['door', 'half_disc', 'star', 'cross', 'clock', 'page', 'person', 'hand'],
  ...['home', 'key', 'lock', 'dog', 'phone', 'mail', 'calendar', 'camera', 'tools', 'money', 'heart'],
  ...['flag', 'check', 'question', 'warning'],
] as const
export type OutcomeMark = (typeof outcomeMarks)[number]

/** The property status that each outcome sets. Other outcomes do not change the status. */
export const statusByOutcome: Partial<Record<KnockOutcome, PropertyStatus>> = {
  talked: 'contacted',
  interested: 'interested',
  not_interested: 'not_interested',
}

/** The direction of a walk along a street, by house number. */
export const walkDirections = ['ascending', 'descending'] as const
export type WalkDirection = (typeof walkDirections)[number]

export type SyncOutcome = 'applied' | 'replayed' | 'refused'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/** The kinds of records that an event of the activity log can be about. */
export const eventRecordKinds = ['lead', 'property', 'template'] as const
export type EventRecordKind = (typeof eventRecordKinds)[number]

/** The kinds of entries in the history of a property. */
export const historyKinds = [
  'saved',
  'edited',
  'assigned',
  'owner_refreshed',
  'lead_created',
  'lead_status_changed',
  'lead_retagged',
  'lead_priority_changed',
  'lead_deleted',
  'lead_edited',
  'lead_assigned',
  'lead_note_added',
  'lead_stage_changed',
  'leads_merged',
  'knocked',
  'knock_withdrawn',
  'do_not_knock_set',
  'do_not_knock_lifted',
] as const
export type HistoryKind = (typeof historyKinds)[number]
