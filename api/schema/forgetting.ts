import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'What is kept of a household that was forgotten.' })
export class ForgottenHousehold {
  @Field({ description: 'Path of the receipt, a PDF document that REST sends.' }) receiptUrl!: string
}
