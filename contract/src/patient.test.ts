import { expect, test } from 'vitest';
import * as z from 'zod';
import { supportOf } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { Notice } from './inbox.ts';
import { MASK, maskPatients, openTexts, patient } from './patient.ts';

const Name = z.object({ first: patient(z.string()), born: patient(z.iso.date().nullable(), null) });

test('marked fields are masked wherever they are', () => {
  const schema = z.object({
    no: z.string(),
    one: Name.nullable(),
    many: z.array(z.object({ name: Name.optional(), tags: patient(z.array(z.string())) })),
    byId: z.record(z.string(), Name),
    either: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), value: patient(z.string()) }),
      z.object({ kind: z.literal('count'), value: z.number() }),
    ]),
    lazy: z.lazy(() => Name),
    pair: z.tuple([Name, z.number()]),
  });
  const name = { first: 'Zoe', born: '2001-02-03' };
  const hidden = { first: MASK, born: null };
  const value = {
    no: '2611-7KQ4MX',
    one: name,
    many: [{ name, tags: ['Zoe'] }, { tags: [] }],
    byId: { 7: name },
    either: { kind: 'text', value: 'Zoe' },
    lazy: name,
    pair: [name, 4],
  };
  expect(maskPatients(schema, value)).toEqual({
    no: '2611-7KQ4MX',
    one: hidden,
    many: [{ name: hidden, tags: [] }, { tags: [] }],
    byId: { 7: hidden },
    either: { kind: 'text', value: MASK },
    lazy: hidden,
    pair: [hidden, 4],
  });
  expect(schema.safeParse(maskPatients(schema, value)).success).toBe(true);
  expect(value.one.first).toBe('Zoe');
});

test('empty and missing values stay as they are', () => {
  expect(maskPatients(Name, { first: '', born: null })).toEqual({ first: '', born: null });
});

test('masked replies omit fields that the contract does not name and values that fit no option', () => {
  expect(maskPatients(Name, { first: 'Zoe', born: null, extra: 'Zoe' })).toEqual({ first: MASK, born: null });
  expect(maskPatients(z.union([z.number(), z.boolean()]), 'Zoe')).toBeNull();
});

test('marking leaves a schema that others use unmarked', () => {
  const shared = z.string();
  patient(shared);
  expect(maskPatients(shared, 'open')).toBe('open');
});

test('a notice of an appointment does not say its day', () => {
  const notice = { kind: 'appointment', what: 'unstarted', due: '2026-12-01' };
  expect(maskPatients(Notice, notice)).toEqual({ ...notice, due: null });
});

/**
 * Every text without a format that a masked support session may read, by its last two names. Add one only if no
 * patient's name, birth date, note, file name or comment can be in it; otherwise mark the field with `patient`.
 */
const OPEN = `
  accepted[].accept_token accepted[].address accepted[].alias accepted[].country accepted[].email
  accepted[].idb64 accepted[].institution accepted[].name accepted[].phone accepted[].picture
  accepted[].sg_name access address agreements.party assignee.from assignee.name assignee.to assignees[].name author.disp_name
  author.institution author.picture author.username calendar.zone case.no cases[].no cases[].party cases_actions[].post_no
  clean.sha256 comments[].name comments[].picture country country_zones[] data_loc_set_date deliverydt
  dental_labs[].company_address dental_labs[].company_name dental_labs[].contact_email
  dental_labs[].contact_name dental_labs[].contact_phone dental_labs[].country dental_labs[].country_name
  dental_labs[].email dental_labs[].lab_logo dental_labs[].name devices[].model devices[].serial_no
  devices[].udi drafts[].recipientName earlier[].sha256 earlier[].uploader_name earlier[].url
  entries[].assignee entries[].id files[].sha256 files[].uploader_name files[].url filters.assignee
  filters.institution filters.material filters.person filters.restoration first first_name from.material
  from.meant[] from.shade from.stumpShade from.type handoffs[].browser handoffs[].system institution
  institutions[].name last_name locked[].accept_token locked[].address locked[].alias locked[].country
  locked[].email locked[].idb64 locked[].institution locked[].name locked[].phone locked[].picture mark.by
  material.code material.name materials[].code materials[].name next next.name next.step no notices[].group
  owner.email owner.picture owner.username pending[].accept_token pending[].address pending[].alias
  pending[].country pending[].email pending[].idb64 pending[].institution pending[].name pending[].phone
  pending[].picture pending[].sg_name people[].institution people[].name people[].picture person.name
  person.picture phone picture posts[].deliverydt posts[].files_count posts[].no proposal.answered_by
  proposal.by reactions[].names[] recipients[].email recipients[].institution recipients[].name
  recipients[].picture reg_customer.address reg_customer.city reg_customer.country reg_customer.email
  reg_customer.name reg_customer.phone reg_customer.state reg_customer.zip_code reply_to.name requester.email
  requester.picture requester.username restoration_counts[].type restorations[].material
  restorations[].meant[] restorations[].shade restorations[].stumpShade restorations[].stump_shade
  restorations[].type scanners[].address scanners[].city scanners[].model scanners[].registered_by
  scanners[].serial_no scanners[].udi scanners[].zip_code settings.data_loc_set_date sg_users[].name
  sharegroup.name shipments[].carrier_name shipments[].link shipments[].number shipments[].sent_by
  shortcuts.keys{} statements[].case_no statements[].issued_by status.str steps[].name steps[].step
  support.staff templates[].owner to.institution to.material to.meant[] to.name to.picture to.shade
  to.stumpShade to.type to.username uid uploads[].url used[].material used[].shade used[].stumpShade
  used[].type user.email user.first_name user.idb64 user.last_name user.name user.picture username
  users[].name users[].pictures users[].username view.layers{key} views[].owner
`
  .trim()
  .split(/\s+/);

test('each text that support reads is marked as a patient’s or known to be none', () => {
  const texts = ENDPOINTS.filter(
    ({ endpoint }) => endpoint.access !== 'public' && supportOf(endpoint) !== 'never',
  ).flatMap(({ endpoint }) => (typeof endpoint.reply === 'string' ? [] : openTexts(endpoint.reply)));
  const names = texts.map((path) => path.split('.').slice(-2).join('.'));
  expect([...new Set(names)].toSorted()).toEqual(OPEN);
});
