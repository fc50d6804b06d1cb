import { Field, ID, Int, ObjectType } from 'type-graphql'
import { nullable } from './common.ts'

@ObjectType({ description: 'What is kept of a household that was forgotten.' })
export class ForgottenHousehold {
  @Field({ description: 'Path of the receipt, a PDF document that REST sends.' }) receiptUrl!: string
}

@ObjectType({
  description: 'The properties that were forgotten of late, of which programs and devices must delete what they keep.',
})
export class ForgottenProperties {
  @Field(() => [ID], { description: 'Ids of those that were forgotten in the last 31 days, the latest first.' })
  propertyIds!: string[]
}

@ObjectType({ description: 'How long a company keeps what reps record in the field.' })
export class DataRetention {
  @Field(() => Int, nullable('How long photos are kept, in months; null for ever.')) photoMonths!: number | null
  @Field(() => Int, { description: 'How long the positions of knocks and sessions are kept, in days.' })
  positionDays!: number
}
