import type { EventType } from '../events/catalog.ts'

/** A kind of data that a screen subscribes to. */
export type Topic = 'leaderboard' | 'properties' | 'leads' | 'activity' | 'jobs' | 'webhooks' | 'territories'

const topicsByEventType: Partial<Record<EventType, Topic[]>> = {
  DoorKnocked: ['leaderboard', 'properties'],
  KnockWithdrawn: ['leaderboard', 'properties'],
  LeadCreated: ['leaderboard', 'leads'],
  LeadStatusChanged: ['leaderboard', 'leads'],
  LeadDeleted: ['leaderboard', 'leads'],
  LeadRetagged: ['leaderboard', 'leads'],
  LeadEdited: ['leads'],
  LeadAssigned: ['leads'],
  LeadNoteAdded: ['leads'],
  LeadStageChanged: ['leads'],
  LeadStagesSet: ['leads'],
  LeadsMerged: ['leads'],
  DuplicatesDismissed: ['leads'],
  DuplicatesRestored: ['leads'],
  LeadPriorityChanged: ['leads'],
  ParcelLookedUp: ['leaderboard'],
  PropertySaved: ['properties'],
  PropertyEdited: ['properties', 'leads'],
  PropertyAssigned: ['properties'],
  PropertyDeleted: ['properties'],
  HouseholdForgotten: ['properties', 'leads'],
  DoNotKnockSet: ['properties'],
  DoNotKnockLifted: ['properties'],
  RegistryImported: ['properties'],
  OwnerRefreshed: ['properties', 'leads'],
  WebhookChanged: ['webhooks'],
  TerritoryDrawn: ['territories'],
  TerritoryAssigned: ['territories'],
  TerritoryArchived: ['territories'],
  PassStarted: ['territories'],
  PassEnded: ['territories'],
}

/** The topics that events of these types change, without duplicates. Every event changes `activity`. */
export function topicsOf(types: readonly EventType[]): Topic[] {
  return [...new Set<Topic>([...types.flatMap((type) => topicsByEventType[type] ?? []), 'activity'])]
}

/** The types of events that change the topic. */
export function eventTypesOf(topic: Exclude<Topic, 'activity' | 'jobs'>): EventType[] {
  return (Object.keys(topicsByEventType) as EventType[]).filter((type) => topicsByEventType[type]!.includes(topic))
}
