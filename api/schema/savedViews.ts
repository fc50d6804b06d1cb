import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { ViewList } from '../domain/savedViews/viewLists.ts'
import { nullable } from './common.ts'
import { ViewListEnum } from './enums.ts'

const queryDescription =
  'Query of the URL that shows the list, such as `status=new&sort=-updated_at`: filters and order of the list, at most 2 kB.'

@ObjectType({ description: 'A list with its filters and order, saved under a name.' })
export class SavedView {
  @Field(() => ID, { description: 'Id of the view.' }) id!: string
  @Field(() => ViewListEnum, { description: 'The list that the view shows.' }) list!: ViewList
  @Field({ description: 'Name given by the user who saved it.' }) name!: string
  @Field({ description: queryDescription }) query!: string
  @Field({ description: 'Whether everyone in the tenant sees the view.' }) shared!: boolean
  @Field(() => Int, { description: 'Views are listed by position, then by id.' }) position!: number
  @Field({ description: 'Whether the caller saved the view.' }) mine!: boolean
}

@InputType({ description: 'A view to save. It is listed after the others.' })
export class CreateSavedViewInput {
  @Field(() => ViewListEnum, { description: 'The list that the view shows.' }) list!: ViewList
  @Field({ description: 'Name, at most 200 characters.' }) name!: string
  @Field({ description: queryDescription }) query!: string
  @Field(() => Boolean, nullable('Whether everyone in the tenant sees the view. Defaults to false.'))
  shared?: boolean | null
}

@InputType({ description: 'Changes to a saved view. Omitted fields are unchanged.' })
export class UpdateSavedViewInput {
  @Field(() => String, nullable('Name, at most 200 characters.')) name?: string | null
  @Field(() => String, nullable(queryDescription)) query?: string | null
  @Field(() => Boolean, nullable('Whether everyone in the tenant sees the view.')) shared?: boolean | null
  @Field(() => Int, nullable('Views are listed by position, then by id.')) position?: number | null
}
