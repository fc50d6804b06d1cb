import { Field, InputType, ObjectType } from 'type-graphql'
import { LoginResult } from './auth.ts'
import { Tenant } from './tenants.ts'

@InputType({ description: 'A company to sign up, with its owner.' })
export class RegisterCompanyInput {
  @Field({ description: 'Name of the company, at most 200 characters; must be unique.' }) companyName!: string
  @Field({ description: 'Name of the owner, at most 200 characters.' }) fullName!: string
  @Field({ description: 'Email address with which the owner signs in.' }) email!: string
  @Field({ description: 'New password, with at least the configured minimum length.' }) password!: string
  @Field({ description: 'IANA name of the time zone, such as America/Chicago.' }) timeZone!: string
}

@InputType({ description: 'The first global admin and the first company.' })
export class SetUpInput extends RegisterCompanyInput {
  @Field({ description: 'Last segment of the set-up link, which the server prints when it starts.' }) code!: string
}

@ObjectType({ description: 'The first global admin, signed in, and the first company.' })
export class SetUpResult {
  @Field(() => LoginResult, { description: 'The new session of the global admin.' }) login!: LoginResult
  @Field(() => Tenant, { description: 'The first company.' }) tenant!: Tenant
}
