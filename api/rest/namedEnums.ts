import {
  doNotKnockKinds,
  accountStatuses,
  apiKeyScopes,
  invitationStates,
  duplicateReasons,
  exportedLists,
  jobKinds,
  jobStatuses,
  knockFlags,
  knockOutcomes,
  leadStatuses,
  mailOrderFields,
  mailStates,
  outcomeColors,
  outcomeMarks,
  periods,
  priorities,
  propertyStatuses,
  propertyTypes,
  recordedKinds,
  roles,
  sortDirections,
  stageColors,
  userOrderFields,
} from '../domain/enums.ts'
import {
  duplicateRules,
  errorRules,
  importLists,
  importOutcomes,
  missingUserRules,
  rowDecisions,
} from '../domain/imports/importFields.ts'
import { wordFields, wordMeanings } from '../domain/imports/importWords.ts'
import { mailKinds } from '../domain/mails/mailTexts.ts'
import { targetMetrics } from '../domain/performance/metrics.ts'
import { areaTypes } from '../domain/territories/area.ts'
import { labelSheetIds } from '../domain/printing/labelSheets.ts'
import { templateTags } from '../domain/templates/templateTags.ts'
import { usageServices } from '../domain/usage/usageServices.ts'
import { webhookDeliveryStatuses, webhookDisabledReasons } from '../domain/webhooks/webhooks.ts'
import { textEncodings } from '../services/csv/textEncoding.ts'
import { registryMatches } from '../domain/registries/registryMatches.ts'
import type { Schema } from './openapiDocument.ts'

/** The enums that occur at several places of the document, by their names there. */
const valuesByName: Record<string, readonly string[]> = {
  DoNotKnockKind: doNotKnockKinds,
  AccountStatus: accountStatuses,
  ApiKeyScope: apiKeyScopes,
  AreaType: areaTypes,
  DuplicateReason: duplicateReasons,
  DuplicateRule: duplicateRules,
  ErrorRule: errorRules,
  ImportList: importLists,
  ImportOutcome: importOutcomes,
  InvitationState: invitationStates,
  JobKind: jobKinds,
  JobStatus: jobStatuses,
  KnockFlag: knockFlags,
  KnockOutcome: knockOutcomes,
  LabelSheetId: labelSheetIds,
  LeadStatus: leadStatuses,
  LetterFormat: ['docx', 'html', 'pdf', 'zip'],
  MailKind: mailKinds,
  MailOrderField: mailOrderFields,
  MailState: mailStates,
  MissingUserRule: missingUserRules,
  OutcomeColor: outcomeColors,
  OutcomeMark: outcomeMarks,
  Period: periods,
  PreviewFormat: ['docx', 'html'],
  Priority: priorities,
  PropertyStatus: propertyStatuses,
  PropertyType: propertyTypes,
  RecordedKind: recordedKinds,
  RecordList: exportedLists,
  Role: roles,
  RowDecisionKind: rowDecisions,
  RegistryMatch: registryMatches,
  SortDirection: sortDirections,
  StageColor: stageColors,
  TargetMetric: targetMetrics,
  TemplateTag: templateTags,
  TextEncoding: textEncodings,
  UsageService: usageServices,
  UserOrderField: userOrderFields,
  WebhookDeliveryStatus: webhookDeliveryStatuses,
  WebhookDisabledReason: webhookDisabledReasons,
  WordField: wordFields,
  WordMeaning: wordMeanings.status,
}

const keyOf = (values: readonly string[]) => values.toSorted().join()
const namesByKey = new Map(Object.entries(valuesByName).map(([name, values]) => [keyOf(values), name]))

/**
 * Replaces each enum of `part` that has a name by a reference, so that generated clients have one type for it. `schemas` gets the
 * enums that are referred to and not described there yet.
 */
export function referToEnums<Part>(part: Part, schemas: Record<string, Schema>): Part {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'example' ? one : replace(one)]),
    )
    return Array.isArray(inner['enum']) ? toReference(inner as Schema, schemas) : inner
  }
  return replace(part) as Part
}

function toReference(schema: Schema, schemas: Record<string, Schema>): Schema {
  const values = schema.enum!.filter((value) => value !== null)
  const name = namesByKey.get(keyOf(values))
  if (!name) return schema
  schemas[name] ??= { type: 'string', enum: valuesByName[name]! }
  if (!schemas[name].enum) throw new Error(`${name} is an enum and another schema: they need different names`)
  const reference = { $ref: `#/components/schemas/${name}` }
  const { type: _, enum: given, maxLength: __, ...rest } = schema
  return given!.length > values.length ? { ...rest, anyOf: [reference, { type: 'null' }] } : { ...rest, ...reference }
}
