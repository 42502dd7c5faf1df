import { DUES } from '@cusp/contract/due';
import { Chip, Group, Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaseFilters } from './case-filters.ts';

interface DueChoiceProps {
  chosen: CaseFilters['due'];
  onChoose(chosen: CaseFilters['due']): void;
}

/** Unfinished cases whose delivery date is near or over, or any. */
export function DueChoice({ chosen, onChoose }: DueChoiceProps) {
  const { t } = useTranslation('cases');
  const label = t('filter.delivery');
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Group gap={6} mt={4} role="group" aria-label={label}>
        {(['', ...DUES] as const).map((due) => (
          <Chip
            key={due}
            size="xs"
            radius="md"
            checked={chosen === due}
            onChange={(on) => onChoose(on ? due : '')}
          >
            {due === '' ? t('filter.any') : t(`filter.dues.${due}`)}
          </Chip>
        ))}
      </Group>
    </Input.Wrapper>
  );
}
