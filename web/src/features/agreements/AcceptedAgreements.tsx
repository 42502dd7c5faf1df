import type { AcceptedAgreement } from '@cusp/contract/agreements';
import { acceptedAgreement, showAgreements } from '@cusp/contract/agreements.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../client/use-call.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { AgreementDownload, AgreementText } from './AgreementText.tsx';
import classes from './agreements.module.css';

/** Documents that the person and the owner of their group accepted. Renders nothing if none was published. */
export function AcceptedAgreements() {
  const { t } = useTranslation('agreements');
  const language = currentLanguage();
  const agreements = useCall(showAgreements, { query: { language } }, ['user', 'agreements', language]);
  const [read, setRead] = useState<AcceptedAgreement | null>(null);
  const { dateTime } = useFormat();
  const { open = [], accepted = [] } = agreements.data ?? {};
  if (!agreements.error && open.length + accepted.length === 0) return null;
  return (
    <TitledCard title={t('title')}>
      <p className={classes.words}>{t('about')}</p>
      {agreements.error && <ErrorState error={agreements.error} onRetry={() => void agreements.refetch()} />}
      <ul className={classes.list}>
        {open.map(({ kind, version, party }) => (
          <li key={kind} className={classes.entry}>
            <div className={classes.about}>
              <strong>{t(`kinds.${kind}`)}</strong>
              <DottedLine
                facts={[
                  t('version', { version }),
                  party === null ? t('waits') : t('waitsFor', { name: party }),
                ]}
              />
            </div>
            <Button
              component={Link}
              to={`${PAGES.agreements}?next=${PAGES.privacy}`}
              size="xs"
              variant="default"
            >
              {t('open')}
            </Button>
          </li>
        ))}
        {accepted.map((each) => (
          <li key={each.id} className={classes.entry}>
            <div className={classes.about}>
              <strong>{t(`kinds.${each.kind}`)}</strong>
              <DottedLine
                facts={[
                  t('version', { version: each.version }),
                  each.party === null
                    ? t('acceptedAt', { when: dateTime(each.accepted_at) })
                    : t('acceptedBy', { when: dateTime(each.accepted_at), name: each.party }),
                  !each.is_current && t('earlier'),
                ]}
              />
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t('readOf', { name: t(`kinds.${each.kind}`), version: each.version })}
              onClick={() => setRead(each)}
            >
              {t('read')}
            </Button>
          </li>
        ))}
      </ul>
      {read && <ReadDialog agreement={read} onClose={() => setRead(null)} />}
    </TitledCard>
  );
}

function ReadDialog({ agreement, onClose }: { agreement: AcceptedAgreement; onClose(): void }) {
  const { t } = useTranslation('agreements');
  const { close, modal } = useFading(onClose);
  const { id, kind, version, language } = agreement;
  const found = useCall(acceptedAgreement, { params: { id } }, ['user', 'agreement', id]);
  return (
    <CuspModal {...modal} size={720} title={`${t(`kinds.${kind}`)}, ${t('version', { version })}`}>
      <div className={classes.dialog}>
        {found.data ? (
          <AgreementText text={found.data.text} language={language} />
        ) : found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <LoadingState rows={4} height={32} />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {t('done')}
          </Button>
          {found.data && <AgreementDownload agreement={agreement} text={found.data.text} />}
        </div>
      </div>
    </CuspModal>
  );
}
