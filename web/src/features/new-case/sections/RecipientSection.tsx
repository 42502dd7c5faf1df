import type { Recipient } from '@cusp/contract/drafts';
import { listRecipients } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { nameOrder } from '@cusp/text/names';
import { Button, type ComboboxItem, type OptionsFilter, Select, Skeleton } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUser } from '../../../client/session/session-store.ts';
import { useCall } from '../../../client/use-call.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { useUnansweredRequests } from '../../connections/alarms.offers.ts';
import { FIELD } from '../field-ids.ts';
import type { Edit } from '../form-fields.ts';
import classes from './recipient.module.css';
import { Section } from './Section.tsx';

interface Props {
  recipientId: number | null;
  edit: Edit;
  /** Fills in a default, see `DraftSaver.preset`. */
  preset: Edit;
  /** The server refused the chosen recipient, so no other one is preselected. */
  isRefused: boolean;
  error: string | null;
}

/**
 * The recipient: one of the accepted connections. A single one is preselected, and for clinics a single lab, also when
 * it is connected later.
 */
export const RecipientSection = memo(function RecipientSection(props: Props) {
  const { recipientId, edit, preset, isRefused, error } = props;
  const { t } = useTranslation('new-case');
  const [isByHand, setByHand] = useState(false);
  const { data, error: failure, refetch } = useCall(listRecipients, {}, ['recipients']);
  const chosen = data?.recipients.find(({ id }) => id === recipientId);
  const { inst_type_guessed: kind } = useUser();
  const only = data && onlyPartner(data.recipients, kind === 'Clinic');
  const fillIn = recipientId === null && !isByHand && !isRefused ? only?.id : undefined;
  useEffect(() => {
    if (fillIn !== undefined) preset((fields) => ({ ...fields, recipientId: fillIn }));
  }, [fillIn, preset]);
  const isGone = data !== undefined && recipientId !== null && !chosen;
  return (
    <Section title={t('recipient.title')} summary={chosen && labelOf(chosen)}>
      {failure && !data ? (
        <ErrorState error={failure} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={36} />
      ) : data.recipients.length === 0 ? (
        <NoRecipients />
      ) : (
        <RecipientSelect
          recipients={data.recipients}
          chosen={chosen}
          isOnly={only !== undefined && chosen === only && !isByHand}
          onChoose={(id) => {
            setByHand(true);
            edit((fields) => ({ ...fields, recipientId: id }));
          }}
          error={error ?? (isGone ? t('recipient.gone') : null)}
        />
      )}
    </Section>
  );
});

/** The empty state: a request is pending, or there is no request yet. */
function NoRecipients() {
  const { t } = useTranslation('new-case');
  const isAsked = Boolean(useUnansweredRequests());
  return (
    <EmptyState
      drawing="linked"
      title={t(isAsked ? 'recipient.waiting' : 'recipient.empty')}
      text={t(isAsked ? 'recipient.waitingText' : 'recipient.emptyText')}
      action={
        <Button
          component={Link}
          to={PAGES.connections}
          id={FIELD.recipient}
          variant={isAsked ? 'default' : 'filled'}
        >
          {t(isAsked ? 'recipient.toConnections' : 'recipient.connect')}
        </Button>
      }
    />
  );
}

interface SelectProps {
  recipients: readonly Recipient[];
  chosen: Recipient | undefined;
  /** The chosen one is preselected because there is no other. */
  isOnly: boolean;
  onChoose(id: number | null): void;
  error: string | null;
}

function RecipientSelect({ recipients, chosen, isOnly, onChoose, error }: SelectProps) {
  const { t, i18n } = useTranslation(['new-case', 'common', 'profile']);
  const byName = nameOrder(i18n.language);
  const options = recipients
    .map((each) => ({ value: String(each.id), label: labelOf(each) }))
    .sort((one, other) => byName(one.label, other.label));
  const byId = new Map(recipients.map((each) => [String(each.id), each]));
  const matching: OptionsFilter = ({ options, search }) =>
    options.filter((option) => {
      const person = 'value' in option ? byId.get(String(option.value)) : undefined;
      return person && matches(person, search, (option as ComboboxItem).label);
    });
  return (
    <Select
      id={FIELD.recipient}
      required
      label={t('recipient.label')}
      placeholder={t('recipient.search')}
      data={options}
      value={chosen ? String(chosen.id) : null}
      onChange={(value) => onChoose(value ? Number(value) : null)}
      description={isOnly ? t(chosen?.role === LAB ? 'recipient.onlyLab' : 'recipient.only') : undefined}
      searchable
      clearable
      allowDeselect={false}
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      filter={matching}
      limit={100}
      maxDropdownHeight={320}
      nothingFoundMessage={t('recipient.nobody')}
      leftSection={chosen && <PersonAvatar name={chosen.name} picture={chosen.picture} size={24} />}
      leftSectionWidth={chosen ? 40 : undefined}
      renderOption={({ option }) => {
        const person = byId.get(String(option.value));
        return person ? <Option person={person} role={t(`profile:roles.${person.role}`)} /> : option.label;
      }}
      error={error}
    />
  );
}

function Option({ person, role }: { person: Recipient; role: string }) {
  return (
    <span className={classes.option}>
      <PersonAvatar name={person.name} picture={person.picture} size={32} />
      <span className={classes.words}>
        <span className={classes.name}>{person.institution || person.name}</span>
        <span className={classes.more}>
          <DottedLine facts={[person.institution && person.name, role]} />
        </span>
      </span>
    </span>
  );
}

const LAB: Recipient['role'] = 'Dental Lab';

/** The single connection; for clinics the single lab among several. */
function onlyPartner(recipients: readonly Recipient[], isClinic: boolean): Recipient | undefined {
  const labs = isClinic ? recipients.filter(({ role }) => role === LAB) : [];
  const among = labs.length > 0 ? labs : recipients;
  return among.length === 1 ? among[0] : undefined;
}

const labelOf = ({ name, institution }: Recipient): string => [institution, name].filter(Boolean).join(' – ');

function matches(person: Recipient, search: string, label: string): boolean {
  const words = search.trim().toLowerCase().split(/\s+/);
  const text = `${person.institution} ${person.name} ${person.email}`.toLowerCase();
  return search === label || words.every((word) => text.includes(word));
}
