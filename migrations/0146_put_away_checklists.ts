import { Migration } from '@mikro-orm/migrations'

/** Who has put away the list of what a new company has left to set up. They change only their own account. */
export class PutAwayChecklists extends Migration {
  override up(): void {
    this.addSql('alter table users add column checklist_put_away boolean not null default false')
    this.addSql('grant update (checklist_put_away) on users to porchlight_accounts')
  }
}
