import type { OpenAgreement } from '@cusp/contract/agreements';
import { acceptAgreement, showAgreements } from '@cusp/contract/agreements.routes';
import { PAGES } from '@cusp/contract/pages';
import type { Language } from '@cusp/contract/wire';
import { LANGUAGE_NAMES } from '@cusp/text/languages';
import { Alert, Anchor, Button, NativeSelect } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { safeNext } from '../../client/next-path.ts';
import { reloadUser } from '../../client/session/session.ts';
import { type CuspKey, useCall, useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { toastDone } from '../../ui/toast.ts';
import { AgreementDownload, AgreementText } from './AgreementText.tsx';
import classes from './agreements.module.css';

const AGREEMENTS_KEY: CuspKey = ['user', 'agreements'];

/** Documents to read and accept; people come here when they sign in, and from the line above pages. */
export default function AgreementsScreen() {
  const { t } = useTranslation('agreements');
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const agreements = useCall(showAgreements, { query: { language } }, [...AGREEMENTS_KEY, language], {
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const next = safeNext(query.get('next')) ?? PAGES.home;
  const { open, practice } = agreements.data ?? {};
  const onAccepted = async () => {
    toastDone(t('accepted'));
    await reloadUser();
    if (open?.length === 1) await navigate(next, { replace: true });
    else await agreements.refetch();
  };
  const isOverdue = open?.some(({ is_overdue }) => is_overdue);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      {open && practice !== undefined ? (
        <div className={classes.sections}>
          {open.map((agreement) => (
            <Open
              key={agreement.kind}
              agreement={agreement}
              practice={practice}
              onLanguage={setLanguage}
              onAccepted={() => void onAccepted()}
              onChanged={() => void agreements.refetch()}
            />
          ))}
          {open.length === 0 ? (
            <EmptyState
              icon={<IconFileCheck size={22} />}
              title={t('nothing')}
              action={
                <Button component={Link} to={next} variant="default" size="sm">
                  {t('goOn')}
                </Button>
              }
            />
          ) : (
            <div className={classes.actions}>
              <div className={classes.ways}>
                <Anchor component={Link} to={`${PAGES.privacy}#export`} size="sm">
                  {t('export')}
                </Anchor>
                <Anchor component={Link} to={PAGES.settings} size="sm">
                  {t('close')}
                </Anchor>
              </div>
              <Button component={Link} to={next} variant="default">
                {t(isOverdue ? 'readOnly' : 'later')}
              </Button>
            </div>
          )}
        </div>
      ) : agreements.error ? (
        <ErrorState error={agreements.error} onRetry={() => void agreements.refetch()} />
      ) : (
        <LoadingState rows={4} height={56} />
      )}
    </div>
  );
}

interface Props {
  agreement: OpenAgreement;
  practice: string;
  onLanguage(language: Language): void;
  onAccepted(): void;
  /** Called if there is a newer version. */
  onChanged(): void;
}

function Open({ agreement, practice, onLanguage, onAccepted, onChanged }: Props) {
  const { t } = useTranslation('agreements');
  const { t: errors } = useTranslation('errors');
  const { date } = useFormat();
  const { kind, version, due, is_overdue, is_template, party, language, languages, text, text_hash } =
    agreement;
  const accept = useSubmit(acceptAgreement, { stale: [AGREEMENTS_KEY] });
  const state = is_overdue ? 'overdue' : 'due';
  return (
    <TitledCard title={t(`kinds.${kind}`)}>
      <div className={classes.words}>
        <DottedLine
          facts={[
            t('version', { version }),
            [
              t(`${state}.${party === null ? 'own' : 'owner'}`, { date: date(due), name: party }),
              kind === 'dpa' && party === null && t('for', { practice }),
            ]
              .filter(Boolean)
              .join(' '),
          ]}
        />
      </div>
      {is_template && (
        <Alert color="yellow" role="note" className={classes.note}>
          {t('template', { app: brand().app_name })}
        </Alert>
      )}
      <AgreementText text={text} language={language} />
      {accept.error && (
        <Alert color="red" role="alert" mt={12}>
          {errorText(errors, accept.error)}
        </Alert>
      )}
      <div className={classes.actions}>
        {languages.length > 1 ? (
          <NativeSelect
            size="sm"
            label={t('language')}
            value={language}
            data={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(event) => onLanguage(event.currentTarget.value as Language)}
          />
        ) : (
          <span />
        )}
        <div className={classes.ways}>
          <AgreementDownload agreement={agreement} text={text} />
          {party === null && (
            <Button
              loading={accept.isPending}
              onClick={() =>
                accept.mutate(
                  { body: { kind, text_hash } },
                  {
                    onSuccess: onAccepted,
                    onError: (error) => {
                      if (error.code === 'agreement_changed') onChanged();
                    },
                  },
                )
              }
            >
              {t(`accept.${kind}`)}
            </Button>
          )}
        </div>
      </div>
    </TitledCard>
  );
}
