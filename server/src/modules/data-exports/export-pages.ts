import type { ExportedAgreement, ExportedCase, ExportedDraft } from '@cusp/contract/export-format';
import { shownStatus } from '@cusp/dental/case-status';
import { formatDateTime } from '@cusp/text/dates';
import { fileSize } from '@cusp/text/file-size';
import { fullName } from '@cusp/text/names';
import type { i18n, TFunction } from 'i18next';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadTexts } from '../../platform/texts/load-texts.ts';
import type { Reading } from '../order-form/make-order-form.ts';
import type { OrderFormContent } from '../order-form/order-form-content.ts';
import { toothWords } from '../order-form/paper/tooth-words.ts';

/** Nothing is loaded from elsewhere, and nothing runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/** Without quotes and angle brackets, which React would escape. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 3rem; font: 1rem/1.5 Inter, Segoe UI, Malgun Gothic,
  Apple SD Gothic Neo, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
p { margin: 0.25rem 0; }
nav, .links { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.75rem 0; }
a { color: LinkText; }
.quiet { opacity: 0.75; font-size: 0.9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); padding: 0.4rem 1rem 0.4rem 0;
  text-align: left; vertical-align: top; overflow-wrap: normal; white-space: pre-line; }
td:nth-child(2) { min-width: 8.5rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.25rem 1.5rem; margin: 0; }
dt { opacity: 0.75; }
dd { margin: 0; white-space: pre-line; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); padding: 0.5rem 0; }
.text { white-space: pre-wrap; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; } }
`;

interface FirstPage {
  drafts: readonly ExportedDraft[];
  agreements: readonly ExportedAgreement[];
}

let loading: Promise<i18n> | null = null;

/** Pages that show an export in any browser, without Cusp. React escapes whatever people have written. */
export class PagesOfExport {
  readonly #t: TFunction;
  readonly #reading: Reading;
  readonly #madeAt: Date;
  #first: FirstPage = { drafts: [], agreements: [] };

  private constructor(t: TFunction, reading: Reading, madeAt: Date) {
    this.#t = t;
    this.#reading = reading;
    this.#madeAt = madeAt;
  }

  static async open(reading: Reading, madeAt: Date): Promise<PagesOfExport> {
    loading ??= loadTexts('data-export', 'common', 'cases', 'dental', 'statements', 'agreements');
    return new PagesOfExport((await loading).getFixedT(reading.language), reading, madeAt);
  }

  /** What the first page of the list shows below the cases. */
  begin(first: FirstPage): void {
    this.#first = first;
  }

  nameOf(page: number): string {
    return page === 1 ? 'index.html' : `index-${page}.html`;
  }

  /** One page of the list of cases. */
  ofList(cases: readonly ExportedCase[], page: number, pages: number): string {
    const t = this.#t;
    const heads = [
      t('cases:detail.patient'),
      t('cases:detail.orderId'),
      t('status'),
      t('cases:detail.author'),
      t('cases:detail.recipient'),
      t('cases:detail.sent'),
    ];
    const rows = cases.map((json) => [
      link(`cases/${json.no}/index.html`, patientOf(json) || t('cases:list.noPatient')),
      json.no,
      t(`dental:statuses.${shownStatus(json.status)}`),
      this.#party(json, json.author),
      this.#party(json, json.recipient),
      this.#moment(json.sent_at),
    ]);
    const step = (to: number, text: string) => (to >= 1 && to <= pages ? link(this.nameOf(to), text) : null);
    return this.#page(t('title', { app: this.#reading.skin.app_name }), [
      h('h1', null, t('title', { app: this.#reading.skin.app_name })),
      h('p', { className: 'quiet' }, t('made', { date: this.#moment(this.#madeAt.toISOString()) })),
      h(
        'div',
        { className: 'links' },
        link('export.json', t('manifest')),
        link('schema/case.schema.json', t('schema')),
      ),
      cases.length === 0 ? h('p', null, t('empty')) : table(heads, rows),
      pages > 1 && h('nav', null, step(page - 1, t('previous')), step(page + 1, t('next'))),
      ...(page === 1 ? [...this.#drafts(), ...this.#agreements()] : []),
    ]);
  }

  #drafts(): ReactNode[] {
    const t = this.#t;
    const { drafts } = this.#first;
    if (drafts.length === 0) return [];
    const line = ({ no, updated_at, recipient, order, files }: ExportedDraft) => {
      const patient = fullName(order.patient.firstname, order.patient.lastname);
      const to = recipient && [fullName(recipient.first_name, recipient.last_name), recipient.institution];
      return h(
        'li',
        null,
        link(`drafts/${no}/draft.json`, patient || t('cases:list.noPatient')),
        h(
          'p',
          { className: 'quiet' },
          [no, ...(to ?? [t('cases:drafts.noRecipient')]), this.#moment(updated_at)]
            .filter(Boolean)
            .join(' · '),
        ),
        order.note && h('p', { className: 'text' }, order.note),
        h(
          'div',
          { className: 'links' },
          ...files.map(({ path, name, withheld }) =>
            path
              ? link(`drafts/${no}/${path}`, name)
              : h('span', null, `${name} · ${withheld ? t(`withheld.${withheld}`) : ''}`),
          ),
        ),
      );
    };
    return [h('h2', null, t('cases:drafts.title')), h('ul', null, ...drafts.map(line))];
  }

  #agreements(): ReactNode[] {
    const t = this.#t;
    const { agreements } = this.#first;
    if (agreements.length === 0) return [];
    const line = ({ kind, version, accepted_at, path }: ExportedAgreement) =>
      h(
        'li',
        null,
        link(path, t(`agreements:kinds.${kind}`)),
        h(
          'p',
          { className: 'quiet' },
          `${t('agreements:version', { version })} · ${t('agreements:acceptedAt', { when: this.#moment(accepted_at) })}`,
        ),
      );
    return [h('h2', null, t('agreements:title')), h('ul', null, ...agreements.map(line))];
  }

  /** The page of one case, which the given page of the list names. */
  ofCase(json: ExportedCase, content: OrderFormContent, page: number): string {
    const t = this.#t;
    const title = [patientOf(json), json.no].filter(Boolean).join(' · ');
    return this.#page(title, [
      h('nav', null, link(`../../${this.nameOf(page)}`, t('back'))),
      h('h1', null, title),
      h('p', null, `${t('status')}: ${t(`dental:statuses.${shownStatus(json.status)}`)}`),
      h(
        'div',
        { className: 'links' },
        json.order_form && link(json.order_form, t('orderForm')),
        ...(json.statements ?? []).map(({ version, language, path }) =>
          link(path, `${t('statements:title')}, ${t('statements:version', { version })} (${language})`),
        ),
        link('case.json', t('json')),
      ),
      h(
        'dl',
        null,
        ...content.facts.flatMap(({ label, lines }) => [
          h('dt', null, label),
          h('dd', null, lines.join('\n')),
        ]),
      ),
      ...this.#order(content),
      ...this.#files(json),
      ...this.#comments(json),
    ]);
  }

  #order({ restorations, table: words, remarks, note, system }: OrderFormContent): ReactNode[] {
    const rows = restorations.map(({ teeth, places, name, material, shade }) => [
      toothWords(teeth, places, system)
        .map((word) => word.map(({ text, actual }) => actual ?? text).join(''))
        .join(' '),
      name,
      material,
      shade,
    ]);
    return [
      h('h2', null, words.heading),
      rows.length > 0 && table(words.columns, rows),
      ...remarks.map((remark) => h('p', null, remark)),
      note.text && h('h2', null, note.heading),
      note.text && h('p', { className: 'text' }, note.text),
    ];
  }

  #files({ files, people }: ExportedCase): ReactNode[] {
    const t = this.#t;
    const line = (file: ExportedCase['files'][number]) =>
      h(
        'li',
        null,
        file.path ? link(file.path, file.name) : file.name,
        h(
          'p',
          { className: 'quiet' },
          [
            t('version', { version: file.version }),
            fileSize(file.size, this.#reading.language, 'decimal'),
            nameOf(people, file.uploaded_by) || t('common:unknown'),
            this.#moment(file.uploaded_at),
            file.withheld && t(`withheld.${file.withheld}`),
          ]
            .filter(Boolean)
            .join(' · '),
        ),
      );
    return [h('h2', null, t('cases:detail.attachments')), h('ul', null, ...files.map(line))];
  }

  #comments({ comments, people }: ExportedCase): ReactNode[] {
    const t = this.#t;
    const line = (comment: ExportedCase['comments'][number]) =>
      h(
        'li',
        null,
        h(
          'p',
          { className: 'quiet' },
          [
            nameOf(people, comment.by) || t('common:unknown'),
            this.#moment(comment.at),
            comment.edited_at && t('cases:comments.edited'),
            comment.about?.name,
            comment.pin && `${comment.pin.no} · ${comment.pin.scan.name}`,
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        h('p', { className: 'text' }, comment.text),
      );
    return [
      h('h2', null, t('cases:comments.title')),
      comments.length === 0 ? h('p', null, t('cases:comments.none')) : h('ul', null, ...comments.map(line)),
    ];
  }

  #party({ people }: ExportedCase, key: string): string {
    const person = people.find((each) => each.key === key);
    return [nameOf(people, key) || this.#t('common:unknown'), person?.institution].filter(Boolean).join('\n');
  }

  #moment(at: string): string {
    return formatDateTime(at, this.#reading.language, this.#reading.timeZone);
  }

  #page(title: string, body: readonly ReactNode[]): string {
    const page = h(
      'html',
      { lang: this.#reading.language },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('meta', { httpEquiv: 'Content-Security-Policy', content: POLICY }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'robots', content: 'noindex' }),
        h('title', null, title),
        h('style', null, STYLE),
      ),
      h('body', null, ...body),
    );
    return `<!doctype html>\n${renderToStaticMarkup(page)}\n`;
  }
}

const patientOf = ({ order: { patient } }: ExportedCase): string =>
  fullName(patient.firstname, patient.lastname);

function nameOf(people: ExportedCase['people'], key: string): string {
  const person = people.find((each) => each.key === key);
  return person ? fullName(person.first_name, person.last_name) : '';
}

/** A link to a file of the export, whose name can have any characters. */
const link = (path: string, text: string): ReactElement =>
  h('a', { href: path.split('/').map(encodeURIComponent).join('/') }, text);

const table = (heads: readonly string[], rows: readonly (readonly ReactNode[])[]): ReactElement =>
  h(
    'div',
    { className: 'wide' },
    h(
      'table',
      null,
      h('thead', null, h('tr', null, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', null, ...rows.map((cells) => h('tr', null, ...cells.map((cell) => h('td', null, cell))))),
    ),
  );
