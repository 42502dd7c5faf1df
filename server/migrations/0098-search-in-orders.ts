import { type Kysely, sql } from 'kysely';

/** Catalogue codes, which searches look up in `case_made` by their names in the reader's language. */
const TYPES =
  'crown coping telescopic_crown inlay onlay overlay veneer bridge_abutment pontic inlay_retainer adhesive_wing implant_abutment implant_crown screw_retained post_and_core provisional wax_up splint sports_guard complete_denture partial_denture surgical_guide custom_tray bleaching_tray retainer aligner space_maintainer aligner_model working_model study_model other';
const MATERIALS =
  'zirconia zirconia_multilayer zirconia_layered lithium_disilicate feldspathic hybrid_ceramic pfm cocr full_cast_metal gold titanium peek glass_fibre composite pmma acrylic polyamide resin thermoplastic stainless_steel wax plaster';

const KEPT = 'published_at is not null and (author_removed_at is null or recipient_removed_at is null)';
const COPIED = [
  'published_at is null',
  'author_removed_at is null',
  'recipient_removed_at is null',
  'author_id',
  'recipient_id',
  'number_sys',
];
const copied = (row: string) => COPIED.map((column) => `${row}.${column}`).join(', ');

/**
 * Searches find teeth, shades, and the names of foreign orders: `case_search` has one more row for each case, with
 * comment -1. A job adds the rows of older cases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  // A bare number is a tooth in the system of the order; `#3`, `ur6` and `fdi16` are the same tooth in any system.
  await run(`
    create function tooth_words(fdi smallint, number_sys text) returns text language sql immutable strict parallel safe
    as $$
      select concat_ws(' ',
        case
          when number_sys in ('Universal', 'Primary') then universal
          when number_sys = 'Palmer' then
            case when quadrant in (1, 4) then figure || corner else corner || figure end
          when number_sys = 'PalmerDigital' then letters || figure
          else fdi::text
        end,
        '#' || universal, letters || figure, 'fdi' || fdi)
      from (select (fdi / 10 - 1) % 4 + 1 as quadrant, fdi % 10 as place, fdi > 48 as is_primary) as tooth,
        lateral (select
          case when is_primary
            then chr(ascii('A') + case quadrant when 1 then 5 - place when 2 then 4 + place when 3 then 15 - place else 14 + place end)
            else (case quadrant when 1 then 9 - place when 2 then 8 + place when 3 then 25 - place else 24 + place end)::text
          end as universal,
          case when is_primary then chr(ascii('A') + place - 1) else place::text end as figure,
          (array['UR', 'UL', 'LL', 'LR'])[quadrant] as letters,
          (array['⏌', '⎿', '⎾', '⏋'])[quadrant] as corner) as names
      where fdi / 10 between 1 and 8
    $$
  `);
  const foreign = (column: string, codes: string) =>
    `case when restoration.${column} <> all('{${codes.replaceAll(' ', ',')}}'::text[]) then restoration.${column} end`;
  const rows = `case_id bigint, comment_id bigint, author_id bigint, recipient_id bigint,
    author_removed boolean, recipient_removed boolean, text text`;
  const removed = 'sent.author_removed_at is not null, sent.recipient_removed_at is not null';
  await run(`
    create function search_rows_of_orders(ids bigint[]) returns table (${rows}) language sql stable as $$
      select sent.id, -1::bigint, sent.author_id, sent.recipient_id, ${removed},
        search_text(string_agg(concat_ws(' ',
          nullif(restoration.display_name, ''), ${foreign('type', TYPES)}, ${foreign('material', MATERIALS)},
          nullif(restoration.shade, ''), nullif(restoration.tooth_text, ''),
          (select string_agg(tooth_words(fdi, sent.number_sys), ' ' order by place)
           from unnest(restoration.teeth) with ordinality as tooth (fdi, place))), ' ' order by restoration.position))
      from dental_case as sent join restoration on restoration.case_id = sent.id
      where sent.id = any(ids) and ${KEPT}
      group by sent.id
    $$
  `);
  // All rows of cases that have arrived by a move.
  await run(`
    create or replace function search_rows(ids bigint[]) returns table (${rows}) language sql stable as $$
      select sent.id, 0::bigint, sent.author_id, sent.recipient_id, ${removed}, search_text(concat_ws(' ',
        sent.patient_first, sent.patient_last, korean_name(sent.patient_first, sent.patient_last),
        sent.no, author.institution, recipient.institution, sent.note))
      from dental_case as sent
      join app_user as author on author.id = sent.author_id
      join app_user as recipient on recipient.id = sent.recipient_id
      where sent.id = any(ids)
      union all
      select sent.id, comment.id, sent.author_id, sent.recipient_id, ${removed}, search_text(comment.body)
      from dental_case as sent join case_comment as comment on comment.case_id = sent.id
      where sent.id = any(ids) and comment.deleted_at is null
      union all
      select * from search_rows_of_orders(ids)
    $$
  `);
  await run(`
    create function search_made(ids bigint[]) returns void language sql as $$
      delete from case_search where case_id = any(ids) and comment_id = -1;
      insert into case_search
        (case_id, comment_id, author_id, recipient_id, author_removed, recipient_removed, text)
      select * from search_rows_of_orders(ids) where coalesce(current_setting('cusp.moves', true), '') <> 'on'
      on conflict (case_id, comment_id) do update
        set author_id = excluded.author_id, recipient_id = excluded.recipient_id, text = excluded.text,
          author_removed = excluded.author_removed, recipient_removed = excluded.recipient_removed
    $$
  `);
  await run(`
    create or replace function made_of(ids bigint[]) returns void language sql as $$
      delete from case_made where case_id = any(ids);
      insert into case_made (case_id, author_id, recipient_id, status, type, material, author_removed, recipient_removed)
      select distinct sent.id, sent.author_id, sent.recipient_id, sent.status, restoration.type, restoration.material,
        sent.author_removed_at is not null, sent.recipient_removed_at is not null
      from dental_case as sent join restoration on restoration.case_id = sent.id
      where sent.id = any(ids) and ${KEPT};
      select search_made(ids);
    $$
  `);
  await run(`
    create or replace function made_in_cases() returns trigger language plpgsql as $$
    declare ids bigint[];
    begin
      ids := array(
        select after.id from after_rows as after join before_rows as before on before.id = after.id
        where (${copied('before')}) is distinct from (${copied('after')})
      );
      if cardinality(ids) > 0 then perform made_of(ids); end if;
      ids := array(
        select after.id from after_rows as after join before_rows as before on before.id = after.id
        where before.status <> after.status
      );
      if cardinality(ids) > 0 then
        update case_made set status = dental_case.status from dental_case
        where dental_case.id = any(ids) and case_made.case_id = dental_case.id
          and case_made.status <> dental_case.status;
      end if;
      return null;
    end $$
  `);
}
