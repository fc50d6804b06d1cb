import type { ActivityType } from '../events/catalogue.ts'

/** What a screen watches. */
export type Topic = 'leaderboard' | 'properties' | 'leads' | 'activity'

const topicsByType: Partial<Record<ActivityType, Topic[]>> = {
  DoorKnocked: ['leaderboard', 'properties'],
  KnockWithdrawn: ['leaderboard', 'properties'],
  LeadCreated: ['leaderboard', 'leads'],
  LeadStatusChanged: ['leaderboard', 'leads'],
  LeadDeleted: ['leaderboard', 'leads'],
  LeadRetagged: ['leaderboard', 'leads'],
  ParcelLookedUp: ['leaderboard'],
  PropertySaved: ['properties'],
  PropertyEdited: ['properties', 'leads'],
  PropertyAssigned: ['properties'],
  PropertyDeleted: ['properties'],
  OwnerRefreshed: ['properties', 'leads'],
}

/** The topics that events of these types touch, each once. Everything touches `activity`. */
export function topicsOf(types: readonly ActivityType[]): Topic[] {
  return [...new Set<Topic>([...types.flatMap((type) => topicsByType[type] ?? []), 'activity'])]
}

/** The types of events that touch the topic. */
export function typesOf(topic: Exclude<Topic, 'activity'>): ActivityType[] {
  return (Object.keys(topicsByType) as ActivityType[]).filter((type) => topicsByType[type]!.includes(topic))
}
