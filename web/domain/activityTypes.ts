import {
  Activity,
  ArrowLeftRight,
  Ban,
  Bookmark,
  Camera,
  ChevronsUp,
  CircleCheck,
  CircleDollarSign,
  CirclePause,
  CirclePlay,
  DoorOpen,
  Eraser,
  Eye,
  FileDown,
  FileText,
  FileUp,
  House,
  KeyRound,
  ListChecks,
  LandPlot,
  type LucideIcon,
  Map as MapIcon,
  MapPin,
  Printer,
  Search,
  ShieldCheck,
  Target,
  Timer,
  Undo2,
  UserRound,
  Webhook,
} from 'lucide-react'

export interface ActivityDisplay {
  label: string
  icon: LucideIcon
}

const displays: Record<string, ActivityDisplay> = {
  MapLoaded: { label: 'Map loaded', icon: MapIcon },
  DoorKnocked: { label: 'Door knocked', icon: DoorOpen },
  KnockWithdrawn: { label: 'Knock undone', icon: Undo2 },
  KnockSessionStarted: { label: 'Knock session started', icon: Timer },
  KnockSessionEnded: { label: 'Knock session ended', icon: Timer },
  KnockSessionPaused: { label: 'Knock session paused', icon: CirclePause },
  KnockSessionResumed: { label: 'Knock session resumed', icon: CirclePlay },
  PhotoUploaded: { label: 'Photo uploaded', icon: Camera },
  UnusedPhotosDeleted: { label: 'Unused photos deleted', icon: Camera },
  PropertySaved: { label: 'Property saved', icon: House },
  PropertyEdited: { label: 'Property edited', icon: House },
  PropertyAssigned: { label: 'Property assigned', icon: ArrowLeftRight },
  PropertyDeleted: { label: 'Property deleted', icon: House },
  DataRetentionSet: { label: 'Data retention set', icon: Eraser },
  DataRetentionApplied: { label: 'Old data erased', icon: Eraser },
  HouseholdForgotten: { label: 'Household forgotten', icon: Eraser },
  OwnerRefreshed: { label: 'Owner refreshed', icon: UserRound },
  ParcelLookedUp: { label: 'Parcel looked up', icon: Search },
  AddressGeocoded: { label: 'Address geocoded', icon: MapPin },
  LeadCreated: { label: 'Lead created', icon: Target },
  LeadEdited: { label: 'Lead edited', icon: Target },
  LeadAssigned: { label: 'Lead assigned', icon: ArrowLeftRight },
  LeadNoteAdded: { label: 'Note added', icon: FileText },
  LeadStageChanged: { label: 'Lead stage changed', icon: CircleCheck },
  LeadStagesSet: { label: 'Lead stages changed', icon: CircleCheck },
  DoNotKnockSet: { label: 'Door marked do not knock', icon: Ban },
  DoNotKnockLifted: { label: 'Do not knock lifted', icon: DoorOpen },
  PermitChanged: { label: 'Permit changed', icon: FileText },
  RegistryImported: { label: "City's list imported", icon: FileUp },
  TerritoryDrawn: { label: 'Territory drawn', icon: LandPlot },
  TerritoryAssigned: { label: 'Territory assigned', icon: ArrowLeftRight },
  TerritoryArchived: { label: 'Territory archived', icon: LandPlot },
  DoorsTaken: { label: 'Doors taken', icon: DoorOpen },
  DoorsReturned: { label: 'Doors returned', icon: Undo2 },
  PassStarted: { label: 'Pass started', icon: LandPlot },
  PassEnded: { label: 'Pass ended', icon: LandPlot },
  OutcomeChanged: { label: 'Outcome changed', icon: CircleCheck },
  DuplicatesDismissed: { label: 'Duplicates dismissed', icon: Target },
  DuplicatesRestored: { label: 'Duplicates shown again', icon: Target },
  LeadsMerged: { label: 'Leads merged', icon: Target },
  LeadStatusChanged: { label: 'Lead status changed', icon: CircleCheck },
  DataImported: { label: 'File imported', icon: FileUp },
  ImportUndone: { label: 'Import undone', icon: Undo2 },
  LeadPriorityChanged: { label: 'Lead priority changed', icon: ChevronsUp },
  SavedViewChanged: { label: 'Saved view changed', icon: Bookmark },
  LettersPrinted: { label: 'Documents printed', icon: Printer },
  LabelsPrinted: { label: 'Labels printed', icon: Printer },
  TemplateUploaded: { label: 'Template uploaded', icon: FileText },
  TemplateEdited: { label: 'Template edited', icon: FileText },
  TemplateDeleted: { label: 'Template deleted', icon: FileText },
  UserSignedIn: { label: 'Signed in', icon: KeyRound },
  UserSignedOut: { label: 'Signed out', icon: KeyRound },
  PasswordConfirmed: { label: 'Password confirmed', icon: KeyRound },
  ChecklistChanged: { label: 'Checklist changed', icon: ListChecks },
  TwoFactorsEnabled: { label: 'Two factors turned on', icon: ShieldCheck },
  TwoFactorsDisabled: { label: 'Two factors turned off', icon: ShieldCheck },
  TwoFactorsReset: { label: 'Two factors reset', icon: ShieldCheck },
  RecoveryCodeUsed: { label: 'Recovery code used', icon: ShieldCheck },
  SessionEnded: { label: 'Device signed out', icon: KeyRound },
  ApiKeyCreated: { label: 'API key created', icon: KeyRound },
  ApiKeyRevoked: { label: 'API key revoked', icon: KeyRound },
  ApiKeyUsed: { label: 'API key used', icon: KeyRound },
  ViewAsStarted: { label: 'View as started', icon: Eye },
  RepViewed: { label: 'Page of a rep opened', icon: Eye },
  ViewAsStopped: { label: 'View as stopped', icon: Eye },
  CostRateSet: { label: 'Rate changed', icon: CircleDollarSign },
  WebhookChanged: { label: 'Webhook changed', icon: Webhook },
  DataExported: { label: 'Data exported', icon: FileDown },
  TargetSet: { label: 'Target set', icon: Target },
}

/** Types whose event stands for those of the job that it ends. */
export const groupTypes: readonly string[] = ['DataImported', 'ImportUndone']

/** Types of what the app looks up for somebody, by itself or for a click on the map. */
const lookUpTypes: readonly string[] = ['MapLoaded', 'ParcelLookedUp', 'AddressGeocoded']

export const isLookUp = (type: string): boolean => lookUpTypes.includes(type)

/** The icon and label of an event type. Unknown types are humanized. */
export function activityDisplay(type: string): ActivityDisplay {
  return displays[type] ?? { label: humanize(type), icon: Activity }
}

/** 'Limit reached' for limitReached. */
export function humanize(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
