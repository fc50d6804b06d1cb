import { indexMigration } from './tables.ts'

/** The leads with a contact, which a search for a name or a phone number reads. */
export const LeadContacts = indexMigration({
  leads_contact:
    'leads (tenant_id) where contact_name is not null or contact_phone is not null or contact_email is not null',
})
