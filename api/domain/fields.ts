import type { LeadStatus, Priority, PropertyStatus, PropertyType } from './enums.ts'

/** The types of values, which each transport and the database name in their own words. */
export interface FieldTypes {
  text: string
  number: number
  boolean: boolean
  id: string
  time: Date
  tag: PropertyType
  tags: PropertyType[]
  priority: Priority
  propertyStatus: PropertyStatus
  leadStatus: LeadStatus
}

/**
 * What holds for a field. 'required': every record has a value, which is given or else the `default`. 'unstored': it has no column of
 * its own. 'given': a new record can be given it. 'editable': an update can change it. 'place': it tells where a property is, which
 * an import of a saved one does not change. 'team': every rep may read it of the properties of colleagues.
 * 'fixed': a lead gets it in another way than what is known about the work on it.
 */
type FieldTrait = 'required' | 'unstored' | 'given' | 'editable' | 'place' | 'team' | 'fixed'

/** A field of a record. Its column and its name in REST are its name in snake_case. */
export interface Field {
  type: keyof FieldTypes
  is: readonly FieldTrait[]
  default?: unknown
  /** The maximum number of characters. */
  maxLength?: number
  /** Returns the text to save, given it without surrounding whitespace; throws `Refused` for one that is not valid. */
  parse?: (text: string) => string
  /** The same for a cell of a file, where it differs; null for a text that says nothing. */
  parseCell?: (text: string) => string | null
  /** What a person should know about a cell that is taken although it may be wrong; null for nothing. */
  warnOfCell?: (text: string) => string | null
  label: string
  /** How the client's form edits the text: in one line, in several, or as one of these values. */
  control?: 'line' | 'lines' | readonly string[]
  /** In GraphQL, in REST and in exported files. */
  description: string
  /** When it is null; 'if unknown' by default. */
  empty?: string
  /** What else holds for the field of a new record, and of an update. */
  onNew?: string
  onChange?: string
  /** In the documentation of REST. */
  example?: unknown
  /** Other headings of a column for it. */
  synonyms?: readonly string[]
  /** As letters have it. Its example is that of REST by default. */
  mergeField?: { label: string; example?: string; format?: (text: string) => string }
}

/** The `parse` of a text that is saved without surrounding whitespace; others are saved as they are. */
export const withoutWhitespace = (text: string): string => text

export type Fields = Readonly<Record<string, Field>>

/** The names of the fields of which a trait holds. */
export type NamesWith<F extends Fields, Trait> = {
  [Name in keyof F & string]: Trait extends F[Name]['is'][number] ? Name : never
}[keyof F & string]

/** The names of the fields of which a trait does not hold. */
export type NamesWithout<F extends Fields, Not> = {
  [Name in keyof F & string]: Extract<F[Name]['is'][number], Not> extends never ? Name : never
}[keyof F & string]

export type ValueOf<F extends Field> = 'required' extends F['is'][number]
  ? FieldTypes[F['type']]
  : FieldTypes[F['type']] | null

/** The values of a record. */
export type RecordOf<F extends Fields, Name extends keyof F = keyof F> = { -readonly [Key in Name]: ValueOf<F[Key]> }

/** Values that can be left out, or be null, of which nothing is known. */
export type PartialOf<F extends Fields, Name extends keyof F = keyof F> = {
  -readonly [Key in Name]?: FieldTypes[F[Key]['type']] | null
}

export function namesWith<F extends Fields, const Trait extends FieldTrait>(fields: F, trait: Trait) {
  return namesOf(fields, ({ is }) => is.includes(trait)) as NamesWith<F, Trait>[]
}

export function namesWithout<F extends Fields, const Not extends FieldTrait>(fields: F, trait: Not) {
  return namesOf(fields, ({ is }) => !is.includes(trait)) as NamesWithout<F, Not>[]
}

/** The names of the fields for which `condition` holds. */
export function namesOf<F extends Fields>(fields: F, condition: (field: Field) => unknown = () => true) {
  return Object.keys(fields).filter((name) => condition(fields[name]!)) as (keyof F & string)[]
}

/** The fields with these names. */
export function pickFields<F extends Fields, Name extends keyof F & string>(fields: F, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, Name>
}

export type SnakeCase<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name

/** `owner_phone` of `ownerPhone`. */
export function toSnakeCase<Name extends string>(name: Name): SnakeCase<Name> {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>
}

/** `ownerPhone` of `owner_phone`. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The maximum length of each text, by its name in REST. */
export function maxLengthsOf<F extends Fields>(fields: F) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { maxLength }]) => (maxLength ? [[toSnakeCase(name), maxLength]] : [])),
  ) as { [Name in keyof F as F[Name] extends { maxLength: number } ? SnakeCase<Name> : never]: number }
}

/** What is told about a field that is read. */
export function describeRead(field: Field): string {
  return isRequired(field) ? field.description : `${field.description} Null ${field.empty ?? 'if unknown'}.`
}

/** What is told about a field of a new record or of an update. */
export function describeInput(field: Field, input: 'new' | 'change'): string {
  const isCleared = input === 'change' && field.type === 'text' && !isRequired(field)
  const more = input === 'new' ? field.onNew : field.onChange
  const limit = field.maxLength && `At most ${field.maxLength.toLocaleString('en-US')} characters.`
  return [field.description, more, limit, isCleared && 'A blank value removes it.'].filter(Boolean).join(' ')
}

/** Whether every record has a value. */
export const isRequired = ({ is }: Field) => is.includes('required')

/** Whether the input of a new record must have the field. */
export const isMandatory = (field: Field) => isRequired(field) && field.default === undefined
