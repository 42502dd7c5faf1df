import type { StatusFilter } from '@cusp/contract/case-list';
import { Chip, Group, Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { STATUS_FILTERS } from '../../../client/status-filter.ts';

interface StatusChoiceProps {
  /** Empty is any. */
  chosen: readonly StatusFilter[];
  onChoose(chosen: readonly StatusFilter[]): void;
}

/** Several statuses, or any. */
export function StatusChoice({ chosen, onChoose }: StatusChoiceProps) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  return (
    <Input.Wrapper label={t('filter.status')} labelElement="div">
      <Group gap={6} mt={4} role="group" aria-label={t('filter.status')}>
        <Chip size="xs" radius="md" checked={chosen.length === 0} onChange={() => onChoose([])}>
          {t('filter.any')}
        </Chip>
        {STATUS_FILTERS.map((status) => (
          <Chip
            key={status}
            size="xs"
            radius="md"
            checked={chosen.includes(status)}
            onChange={(on) => onChoose(on ? [...chosen, status] : chosen.filter((each) => each !== status))}
          >
            {dental(`statuses.${status}`)}
          </Chip>
        ))}
      </Group>
    </Input.Wrapper>
  );
}
