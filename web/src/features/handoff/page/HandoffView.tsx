import { pathOf } from '@cusp/contract/endpoint';
import type { HandoffCase } from '@cusp/contract/handoff';
import { handoffPhoto } from '@cusp/contract/handoff.routes';
import { shownStatus } from '@cusp/dental/case-status';
import { fullName } from '@cusp/text/names';
import { inOwnOrder } from '@cusp/text/unseen';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../dental-ui/StatusBadge.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { RestorationsSection } from '../../cases/cases.offers.tsx';
import { AddPhotos } from './AddPhotos.tsx';
import { HandoffComments } from './HandoffComments.tsx';
import classes from './handoff.module.css';

interface HandoffViewProps {
  dentalCase: HandoffCase;
  isLeaving: boolean;
  onLeave(): void;
}

/** The case on the phone: photos first, because they are the main purpose. */
export function HandoffView({ dentalCase, isLeaving, onLeave }: HandoffViewProps) {
  const { t } = useTranslation('handoff');
  const { t: cases } = useTranslation('cases');
  const { clock } = useFormat();
  const { patient, files } = dentalCase;
  /** Photos that the phone's browser cannot draw. */
  const [undrawn, setUndrawn] = useState<readonly number[]>([]);
  const photos = files.filter(({ id, is_photo }) => is_photo && !undrawn.includes(id));
  const others = files.filter((file) => !photos.includes(file));
  return (
    <article className={classes.case}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <PageTitle className={classes.title}>
            {fullName(patient.firstname, patient.lastname) || cases('list.noPatient')}
          </PageTitle>
          <p className={classes.quiet}>{dentalCase.no}</p>
        </div>
        <StatusBadge status={shownStatus(dentalCase.status.code)} />
      </header>
      <section className={classes.section} aria-label={t('page.photos')}>
        <h2 className={classes.heading}>{t('page.photos')}</h2>
        {dentalCase.can_add_photos ? (
          <AddPhotos connection={dentalCase.connection} />
        ) : (
          <p className={classes.quiet}>{t('page.closed')}</p>
        )}
        {photos.length === 0 ? (
          undrawn.length === 0 && <p className={classes.quiet}>{t('page.noPhotos')}</p>
        ) : (
          <ul className={classes.photos}>
            {photos.map(({ id, filename }) => (
              <li key={id}>
                <a href={pathOf(handoffPhoto, { id })} target="_blank" rel="noreferrer">
                  <img
                    src={pathOf(handoffPhoto, { id })}
                    alt={filename}
                    loading="lazy"
                    onError={() => setUndrawn((before) => [...before, id])}
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <>
            <h3 className={classes.subheading}>{t('page.otherFiles')}</h3>
            <ul className={classes.files}>
              {others.map(({ id, filename, is_photo }) => (
                <li key={id}>
                  {is_photo ? (
                    <Anchor href={pathOf(handoffPhoto, { id })} download={filename} inherit>
                      {filename}
                    </Anchor>
                  ) : (
                    filename
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <HandoffComments {...dentalCase} />
      {dentalCase.note.trim() && (
        <section className={classes.section} aria-label={cases('detail.note')}>
          <h2 className={classes.heading}>{cases('detail.note')}</h2>
          <p className={classes.text} dir="auto">
            {inOwnOrder(dentalCase.note)}
          </p>
        </section>
      )}
      <RestorationsSection dentalCase={dentalCase} heading="h2" />
      <footer className={classes.footer}>
        <p className={classes.quiet}>
          {t('page.as', { name: dentalCase.person, time: clock(dentalCase.expires_date) })}
        </p>
        <Button variant="default" loading={isLeaving} onClick={onLeave}>
          {t('page.leave')}
        </Button>
      </footer>
    </article>
  );
}
