import { GraphQLDateTimeISO } from 'graphql-scalars'
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { RegistryMatch } from '../domain/registries/registryMatches.ts'
import { Edge, nullable, Page, PageArgs } from './common.ts'
import { RegistryMatchEnum } from './enums.ts'

const expiresText = 'It is in force before this time; null if the city did not say.'
const stateText = 'Two letters; null if it was not given.'

@ObjectType({ description: "What the addresses of a city's list became." })
export class RegistryCounts {
  @Field(() => Int, { description: 'Addresses of saved properties, which are marked.' }) matched!: number
  @Field(() => Int, { description: 'Addresses that may be those of saved properties; a person decides.' })
  unsure!: number
  @Field(() => Int, { description: 'Addresses without a saved property. One that is saved there later is marked.' })
  notFound!: number
  @Field(() => Int, { description: "Doors of the city's earlier list that this one no longer has." }) ended!: number
}

@ObjectType({ description: "What an import of a city's list was asked to do." })
export class RegistryDetails {
  @Field({ description: 'The city whose list it is.' }) city!: string
  @Field(() => String, nullable(stateText)) state!: string | null
  @Field(() => GraphQLDateTimeISO, { description: 'It is in force from this time on.' }) effectiveFrom!: Date
  @Field(() => GraphQLDateTimeISO, nullable(expiresText)) expiresAt!: Date | null
  @Field({ description: 'True if the list is only checked, and no door is marked.' }) dryRun!: boolean
  @Field(() => Int, { description: 'Number of lines without an address; `errors` has the first ones.' })
  ignored!: number
}

@ObjectType({ description: "A version of a city's list of doors where nobody may knock." })
export class Registry {
  @Field(() => ID, { description: 'Id of the list, that of the job which imported it.' }) id!: string
  @Field({ description: 'The city whose list it is.' }) city!: string
  @Field(() => String, nullable(stateText)) state!: string | null
  @Field({ description: 'Name of the file.' }) fileName!: string
  @Field(() => GraphQLDateTimeISO, { description: 'When it was imported.' }) receivedAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'It is in force from this time on.' }) effectiveFrom!: Date
  @Field(() => GraphQLDateTimeISO, nullable(expiresText)) expiresAt!: Date | null
  @Field(
    () => GraphQLDateTimeISO,
    nullable('From this time on, a newer list of the city counts; null if it is the newest.'),
  )
  replacedAt!: Date | null
  @Field(() => Int, { description: 'Number of its addresses.' }) entries!: number
  @Field(() => Int, { description: 'Addresses of saved properties.' }) matched!: number
  @Field(() => Int, { description: 'Addresses that a person has to decide.' }) unsure!: number
  @Field(() => Int, { description: 'Addresses without a saved property.' }) notFound!: number
  @Field(() => Int, { description: "Doors of the city's earlier list that it no longer had." }) ended!: number
  @Field(
    () => Int,
    nullable(
      '30 or 7 if it expires within so many days and no newer list of the city takes its place by then; its owners and admins were told by mail, too.',
    ),
  )
  expiryNotice!: number | null
}

@ObjectType({ description: "A property that an unsure address of a city's list may mean." })
export class RegistryCandidate {
  @Field(() => ID, { description: 'Id of the property.' }) propertyId!: string
  @Field({ description: 'Address of the property.' }) address!: string
}

@ObjectType({ description: "An address of a city's list." })
export class RegistryEntry {
  @Field(() => Int, { description: 'Number of the address in the list.' }) row!: number
  @Field(() => Int, { description: 'The line or row of the file that has it.' }) line!: number
  @Field({ description: 'As the list has it.' }) address!: string
  @Field(() => String, nullable('City of the address.')) city!: string | null
  @Field(() => RegistryMatchEnum, { description: 'What became of it.' }) match!: RegistryMatch
  @Field(() => ID, nullable('Id of the property; null unless it is matched.')) propertyId!: string | null
  @Field(() => String, nullable('Address of the property; null unless it is matched.')) propertyAddress!: string | null
  @Field(() => [RegistryCandidate], { description: 'The properties that an unsure address may mean.' })
  candidates!: RegistryCandidate[]
}

@ObjectType({ description: 'An address with its pagination cursor.' })
export class RegistryEntryEdge extends Edge {
  @Field(() => RegistryEntry, { description: 'The address at this cursor.' }) node!: RegistryEntry
}

@ObjectType({ description: 'A page of addresses, in the order of the list.' })
export class RegistryEntryConnection extends Page {
  @Field(() => [RegistryEntryEdge], { description: 'Items, in the order of the list.' }) edges!: RegistryEntryEdge[]
}

@ArgsType()
export class RegistryEntriesArgs extends PageArgs {
  @Field(() => ID, { description: 'Id of the list, or of the job that checked it.' }) registryId!: string
  @Field(() => RegistryMatchEnum, nullable('Only addresses of which this became.')) match?: RegistryMatch | null
}

@InputType({ description: "A city's list of doors where nobody may knock." })
export class RegistryInput {
  @Field({ description: 'The city whose list it is.' }) city!: string
  @Field(() => String, nullable('Its state, such as IN.')) state?: string | null
  @Field(() => String, nullable('It is in force from this day (YYYY-MM-DD) or time on; from now on if omitted.'))
  effectiveFrom?: string | null
  @Field(() => String, nullable('Its last day (YYYY-MM-DD), or the time before which it is in force; none if omitted.'))
  expiresAt?: string | null
  @Field(() => Boolean, nullable('True to check the list and mark no door. Defaults to false.'))
  dryRun?: boolean | null
  @Field({
    description:
      'Lines or the text of a PDF, at most 900,000 characters. Files are uploaded with `POST /api/do-not-knock/registries`.',
  })
  listText!: string
}
