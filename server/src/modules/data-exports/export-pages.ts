import type { ExportedStatement } from '@cusp/contract/export-format';
import type { ExportedCase } from '@cusp/contract/exported-case';
import { shownStatus } from '@cusp/dental/case-status';
import { formatDate, formatDateTime } from '@cusp/text/dates';
import { fileSize } from '@cusp/text/file-size';
import { fullName } from '@cusp/text/names';
import type { TFunction } from 'i18next';
import { createElement as h, type ReactNode } from 'react';
import { loadTexts } from '../../platform/texts/load-texts.ts';
import type { Reading } from '../order-form/make-order-form.ts';
import type { OrderFormContent } from '../order-form/order-form-content.ts';
import { toothWords } from '../order-form/paper/tooth-words.ts';
import { belowTheList, type FirstPage } from './below-the-list.ts';
import { htmlPage, link, table } from './page-parts.ts';

/** Pages that show an export in any browser, without Cusp. React escapes whatever people have written. */
export class PagesOfExport {
  readonly #t: TFunction;
  readonly #reading: Reading;
  readonly #madeAt: Date;
  #first: FirstPage = { drafts: [], agreements: [], statements: 0 };

  private constructor(t: TFunction, reading: Reading, madeAt: Date) {
    this.#t = t;
    this.#reading = reading;
    this.#madeAt = madeAt;
  }

  static async open(reading: Reading, madeAt: Date): Promise<PagesOfExport> {
    const texts = await loadTexts('data-export', 'common', 'cases', 'dental', 'statements', 'agreements');
    return new PagesOfExport(texts.getFixedT(reading.language), reading, madeAt);
  }

  /** Contents of the first page below the cases. */
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
    return htmlPage(this.#reading.language, t('title', { app: this.#reading.skin.app_name }), [
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
      ...(page === 1 ? belowTheList(t, this.#first, (at) => this.#moment(at)) : []),
    ]);
  }

  /** One page of the list of statements whose cases are not in the export. */
  ofStatements(statements: readonly ExportedStatement[], page: number, isMore: boolean): string {
    const t = this.#t;
    const heads = [
      t('cases:detail.orderId'),
      t('statements:fields.patientCode'),
      t('statements:paper.version'),
      t('statements:paper.issued'),
      t('statements:title'),
    ];
    const rows = statements.map(({ case_no: no, version, fields, issued_at, kept_until, papers }) => [
      no,
      fields.patient_code,
      version,
      this.#moment(issued_at),
      h(
        'div',
        null,
        h(
          'div',
          { className: 'links' },
          ...papers.map(({ language, path }) => link(`${no}/${path}`, language)),
          link(`${no}/${version}.json`, 'JSON'),
        ),
        h(
          'p',
          { className: 'quiet' },
          t('statements:keptUntil', { day: formatDate(kept_until, this.#reading.language) }),
        ),
      ),
    ]);
    const title = t('statements:archive.title');
    const newer = page > 1 && link(this.nameOf(page - 1), t('newerStatements'));
    const older = isMore && link(this.nameOf(page + 1), t('olderStatements'));
    return htmlPage(this.#reading.language, title, [
      h('nav', null, link('../index.html', t('back'))),
      h('h1', null, title),
      h('p', { className: 'quiet' }, t('statementsText')),
      table(heads, rows),
      (newer || older) && h('nav', null, newer, older),
    ]);
  }

  /** The page of one case, which the given page of the list names. */
  ofCase(json: ExportedCase, content: OrderFormContent, page: number): string {
    const t = this.#t;
    const title = [patientOf(json), json.no].filter(Boolean).join(' · ');
    return htmlPage(this.#reading.language, title, [
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
}

const patientOf = ({ order: { patient } }: ExportedCase): string =>
  fullName(patient.firstname, patient.lastname);

function nameOf(people: ExportedCase['people'], key: string): string {
  const person = people.find((each) => each.key === key);
  return person ? fullName(person.first_name, person.last_name) : '';
}
