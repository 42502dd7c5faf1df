import { expect, test } from 'vitest';
import * as z from 'zod';
import { Restoration } from './cases.ts';
import { DraftRestoration } from './draft-fields.ts';
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

test('the words of a restoration are masked unless they are of the catalogue', () => {
  const known = {
    type: 'crown',
    teeth: [11],
    arch: null,
    material: 'zirconia',
    shade: 'Vita A3,5',
    stumpShade: 'ND3',
    meant: ['pontic_alone:11,12:'],
  };
  const own = {
    ...known,
    type: 'Crown of Zoe',
    material: 'Metal of Zoe',
    shade: 'A2 Zoe',
    stumpShade: 'Zoe',
    meant: ['shade_unusual::A2 Zoe', 'Zoe:11:', 'Zoe'],
  };
  expect(maskPatients(DraftRestoration, known)).toEqual(known);
  expect(maskPatients(DraftRestoration, own)).toEqual({
    ...known,
    type: MASK,
    material: MASK,
    shade: MASK,
    stumpShade: MASK,
    meant: [`shade_unusual::${MASK}`, MASK, MASK],
  });
  const nothing = { ...known, type: '', material: null, shade: '', stumpShade: '', meant: [] };
  expect(maskPatients(DraftRestoration, nothing)).toEqual(nothing);
  const { material } = Restoration.shape;
  const zirconia = { code: 'zirconia', name: 'Zirconia' };
  expect(maskPatients(material, zirconia)).toEqual(zirconia);
  expect(maskPatients(material, { code: 'zoe', name: 'zoe' })).toEqual({ code: MASK, name: MASK });
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
  accepted[].sg_name access address agreements.party assignee.from assignee.name assignee.to
  assignees[].name author.disp_name author.institution author.picture author.username calendar.zone case.no
  cases[].no cases[].party cases_actions[].post_no clean.sha256 comments[].name comments[].picture country
  country_zones[] data_loc_set_date deliverydt dental_labs[].company_address dental_labs[].company_name
  dental_labs[].contact_email dental_labs[].contact_name dental_labs[].contact_phone dental_labs[].country
  dental_labs[].country_name dental_labs[].email dental_labs[].lab_logo dental_labs[].name devices[].model
  devices[].serial_no devices[].udi drafts[].recipientName earlier[].sha256 earlier[].uploader_name
  earlier[].url entries[].assignee entries[].id files[].sha256 files[].uploader_name files[].url
  filters.assignee filters.institution filters.person first first_name handoffs[].browser handoffs[].system
  institution institutions[].name last_name locked[].accept_token locked[].address locked[].alias
  locked[].country locked[].email locked[].idb64 locked[].institution locked[].name locked[].phone
  locked[].picture mark.by next next.name next.step no notices[].group owner.email owner.picture
  owner.username pending[].accept_token pending[].address pending[].alias pending[].country pending[].email
  pending[].idb64 pending[].institution pending[].name pending[].phone pending[].picture pending[].sg_name
  people[].institution people[].name people[].picture person.name person.picture phone picture
  posts[].deliverydt posts[].files_count posts[].no proposal.answered_by proposal.by reactions[].names[]
  recipients[].email recipients[].institution recipients[].name recipients[].picture reg_customer.address
  reg_customer.city reg_customer.country reg_customer.email reg_customer.name reg_customer.phone
  reg_customer.state reg_customer.zip_code reply_to.name requester.email requester.picture
  requester.username scanners[].address scanners[].city scanners[].model scanners[].registered_by
  scanners[].serial_no scanners[].udi scanners[].zip_code settings.data_loc_set_date sg_users[].name
  sharegroup.name shipments[].carrier_name shipments[].link shipments[].number shipments[].sent_by
  shortcuts.keys{} statements[].case_no statements[].issued_by status.str steps[].name steps[].step
  support.staff templates[].owner to.institution to.name to.picture to.username uid uploads[].url
  user.email user.first_name user.idb64 user.last_name user.name user.picture username users[].name
  users[].pictures users[].username view.layers{key} views[].owner
`
  .trim()
  .split(/\s+/);

test('each text that support reads is marked as a patient’s or listed as not theirs', () => {
  const texts = ENDPOINTS.filter(
    ({ endpoint }) => endpoint.access !== 'public' && supportOf(endpoint) !== 'never',
  ).flatMap(({ endpoint }) => (typeof endpoint.reply === 'string' ? [] : openTexts(endpoint.reply)));
  const names = texts.map((path) => path.split('.').slice(-2).join('.'));
  expect([...new Set(names)].toSorted()).toEqual(OPEN);
});
