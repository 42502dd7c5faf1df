import { inOwnOrder } from '@cusp/contract/unseen';
import { useTranslation } from 'react-i18next';
import { LongText } from '../LongText.tsx';
import classes from './case-view.module.css';

/** The note of the order; nothing when there is none. */
export function NoteSection({ note }: { note: string }) {
  const { t } = useTranslation('cases');
  if (!note.trim()) return null;
  return (
    <section className={classes.section} aria-label={t('detail.note')}>
      <h3 className={classes.heading}>{t('detail.note')}</h3>
      <LongText text={inOwnOrder(note)} lines={12} />
    </section>
  );
}
