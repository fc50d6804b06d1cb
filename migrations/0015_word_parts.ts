import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/**
 * Makes any part of a word searchable, not only its beginning. `word_parts` is a dictionary: the distinct words of each
 * tenant by all of their endings ('maple', 'aple', 'ple', …), so that a part of a word is the beginning of an ending, which a
 * b-tree finds. `property_words` then has the properties of these words.
 */
export class WordParts extends Migration {
  override up(): void {
    this.addSql(wordParts)
    this.addSql(isolate('word_parts'))
    this.addSql(`
grant select, insert, delete on word_parts to porchlight_tenant, porchlight_maintenance;
grant select on word_parts to porchlight_platform;
`)
  }
}

// An ending has at most 60 characters, so a long
// word does not take much space: propertySearch.ts shortens its tokens alike.
const wordParts = `
create table word_parts (
  tenant_id uuid not null,
  part text collate "C" not null,
  word text collate "C" not null,
  primary key (tenant_id, part, word)
);
-- The policies apply to the owner of the tables too, and no tenant is set here.
alter table property_words no force row level security;
insert into word_parts
select n.tenant_id, substr(n.word, i, 60), n.word from (select distinct tenant_id, word from property_words) n
cross join lateral generate_series(1, length(n.word)) i on conflict do nothing;
alter table property_words force row level security;
`
