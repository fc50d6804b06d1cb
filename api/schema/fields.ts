import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, ObjectType } from 'type-graphql'
import {
  describeInput,
  describeRead,
  isMandatory,
  isRequired,
  type Fields,
  type FieldTypes,
  type PartialOf,
  type RecordOf,
} from '../domain/fields.ts'
import { LeadStatusEnum, PriorityEnum, PropertyStatusEnum, PropertyTypeEnum } from './enums.ts'

const graphqlTypes: Record<keyof FieldTypes, object> = {
  text: String,
  number: Float,
  boolean: Boolean,
  id: ID,
  time: GraphQLDateTimeISO,
  tag: PropertyTypeEnum,
  tags: [PropertyTypeEnum],
  priority: PriorityEnum,
  propertyStatus: PropertyStatusEnum,
  leadStatus: LeadStatusEnum,
}

/** A base class for an object type that has these fields of a record. It is not a type of the schema itself. */
export function objectFields<F extends Fields, Name extends keyof F & string>(fields: F, names: readonly Name[]) {
  class ObjectFields {}
  ObjectType()(ObjectFields)
  for (const name of names) declare(ObjectFields, fields, name, describeRead(fields[name]!), !isRequired(fields[name]!))
  return ObjectFields as new () => RecordOf<F, Name>
}

/** A base class for the input of a new record or of an update. It is not a type of the schema itself. */
export function inputFields<F extends Fields, Name extends keyof F & string>(
  fields: F,
  names: readonly Name[],
  input: 'new' | 'change',
) {
  class InputFields {}
  InputType()(InputFields)
  for (const name of names) {
    const isNullable = input === 'change' || !isMandatory(fields[name]!)
    declare(InputFields, fields, name, describeInput(fields[name]!, input), isNullable)
  }
  return InputFields as new () => PartialOf<F, Name>
}

function declare(target: new () => object, fields: Fields, name: string, description: string, nullable: boolean): void {
  Field(() => graphqlTypes[fields[name]!.type] as never, { description, nullable })(target.prototype as object, name)
}
