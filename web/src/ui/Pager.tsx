import type { Paging } from '@cusp/contract/wire';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './pager.module.css';

interface PagePlace {
  number: number;
  num_per_page: number;
  total_num: number;
}

/** 'first - last / total' of a page; '0 - 0 / 0' if empty. */
export function rangeText({ number, num_per_page, total_num }: PagePlace, language: string): string {
  const first = total_num === 0 ? 0 : (number - 1) * num_per_page + 1;
  const last = Math.min(number * num_per_page, total_num);
  const count = new Intl.NumberFormat(language).format;
  return `${count(Math.min(first, last))} - ${count(last)} / ${count(total_num)}`;
}

/** The pager while another page loads, so that a further click continues from the requested page. */
export function askedPage(page: Paging, asked: number): Paging {
  const number = Math.min(asked, page.num_pages);
  return { ...page, number, has_previous: number > 1, has_next: number < page.num_pages };
}

interface StepProps {
  label: string;
  to: number;
  enabled: boolean;
  onPage(number: number): void;
  children: ReactNode;
}

function Step({ label, to, enabled, onPage, children }: StepProps) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      disabled={!enabled}
      onClick={() => onPage(to)}
    >
      {children}
    </button>
  );
}

interface PagerProps {
  page: Paging;
  onPage(number: number): void;
  /** Beside the range, with which it wraps. */
  children?: ReactNode;
}

/** First, previous, the server's page numbers, next, last, and the range shown of the total. */
export function Pager({ page, onPage, children }: PagerProps) {
  const { t, i18n } = useTranslation('common');
  const { number, num_pages, has_previous, has_next } = page;
  const numbers = page.page_range.map((each, index) => ({ each, key: each === '…' ? `gap${index}` : each }));
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <div className={classes.steps}>
        <Step label={t('pager.first')} to={1} enabled={has_previous} onPage={onPage}>
          <IconChevronsLeft size={16} />
        </Step>
        <Step label={t('pager.previous')} to={number - 1} enabled={has_previous} onPage={onPage}>
          <IconChevronLeft size={16} />
        </Step>
        {numbers.map(({ each, key }) =>
          each === '…' ? (
            <span key={key} className={classes.gap}>
              …
            </span>
          ) : (
            <button
              key={key}
              type="button"
              className={classes.step}
              aria-label={t('pager.page', { number: each })}
              aria-current={each === number ? 'page' : undefined}
              onClick={() => each !== number && onPage(each)}
            >
              {each}
            </button>
          ),
        )}
        <Step label={t('pager.next')} to={number + 1} enabled={has_next} onPage={onPage}>
          <IconChevronRight size={16} />
        </Step>
        <Step label={t('pager.last')} to={num_pages} enabled={has_next} onPage={onPage}>
          <IconChevronsRight size={16} />
        </Step>
      </div>
      <div className={classes.end}>
        <span className={classes.range}>{rangeText(page, i18n.language)}</span>
        {children}
      </div>
    </nav>
  );
}
