import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Chip,
  Indicator,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconDots, IconLink, IconLinkOff, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { BackLink } from '../../ui/BackLink.tsx';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { OptionalLabel } from '../../ui/OptionalLabel.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import classes from './design.module.css';

const VARIANTS = ['filled', 'default', 'light', 'subtle'] as const;
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const TONES = ['gray', 'green', 'teal', 'yellow', 'orange', 'red', 'violet'];

/** Buttons, fields and selected elements, in each of their states. */
export function Controls() {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('12');
  return (
    <>
      <TitledCard title="Buttons">
        {VARIANTS.map((variant) => (
          <div key={variant} className={classes.row}>
            <Button variant={variant}>Send case</Button>
            <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
              New case
            </Button>
            <Button variant={variant} loading aria-label={`Loading ${variant}`}>
              Send case
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} color="red">
              Delete
            </Button>
            <Button variant={variant} size="compact-md">
              Compact
            </Button>
          </div>
        ))}
        <div className={classes.row}>
          <ActionIcon variant="subtle" color="gray" aria-label="More">
            <IconDots size={18} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Add">
            <IconPlus size={18} />
          </ActionIcon>
          <Anchor href="#link">A link</Anchor>
          <BackLink to="#link" text="A way back" />
          <Button variant="default" onClick={() => setOpen(true)}>
            Open dialog
          </Button>
        </div>
        <CuspModal opened={isOpen} onClose={() => setOpen(false)} title="Dialog">
          <TextInput label="Name" />
        </CuspModal>
      </TitledCard>
      <TitledCard title="Fields">
        <div className={classes.fields}>
          <TextInput
            label={<OptionalLabel text="Optional" />}
            description="Fields without this mark are required."
          />
          <TextInput label="Empty" placeholder="Placeholder" description="A description" />
          <TextInput label="Long" defaultValue={LONG} />
          <TextInput label="Wrong" defaultValue="no address" error="Enter an email address." />
          <TextInput label="Disabled" defaultValue="Cannot be changed" disabled />
          <Select label="List" data={['Zirconia', 'Lithium disilicate', LONG]} defaultValue="Zirconia" />
          <PasswordInput label="Password" defaultValue="secret" />
          <Textarea label="Note" defaultValue={`Margins slightly below the gum.\n${LONG}`} autosize />
          <SearchBox text="" onSearch={() => {}} label="Search" hint="Search" clearLabel="Clear" />
          <CodeInput
            label="Code"
            value={code}
            onChange={setCode}
            onComplete={() => {}}
            autoFocus={false}
            invalid={code.length === 6}
          />
        </div>
      </TitledCard>
      <TitledCard title="Chosen">
        <div className={classes.row}>
          <Checkbox label="Off" />
          <Checkbox label="On" defaultChecked />
          <Checkbox label="Some" indeterminate />
          <Checkbox label="Disabled" disabled />
          <Radio name="radio" label="One" defaultChecked />
          <Radio name="radio" label="Other" />
          <Switch label="Off" />
          <Switch label="On" defaultChecked />
          <Switch label="Disabled" disabled />
        </div>
        <div className={classes.row}>
          <Chip size="xs" radius="md" defaultChecked>
            Sent
          </Chip>
          <Chip size="xs" radius="md">
            Completed
          </Chip>
          <Indicator label={2} size={16} offset={4}>
            <Button variant="default">Filters</Button>
          </Indicator>
        </div>
        <div className={classes.row}>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconLink size={14} aria-hidden />}
            aria-pressed
          >
            11–12
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconLinkOff size={14} aria-hidden />}
            aria-pressed={false}
          >
            12–13
          </Button>
        </div>
        <div className={classes.row}>
          <SegmentedControl aria-label="View" data={['List', 'Board', 'Calendar']} />
        </div>
        <Tabs defaultValue="one">
          <Tabs.List>
            <Tabs.Tab value="one">Comments</Tabs.Tab>
            <Tabs.Tab value="two">History</Tabs.Tab>
            <Tabs.Tab value="three" disabled>
              Disabled
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="one" pt="sm">
            The chosen tab is drawn in ink.
          </Tabs.Panel>
          <Tabs.Panel value="two" pt="sm">
            The other tab.
          </Tabs.Panel>
        </Tabs>
      </TitledCard>
      <TitledCard title="Badges and messages">
        <div className={classes.row}>
          {TONES.map((tone) => (
            <StateBadge key={tone} color={tone}>
              {tone}
            </StateBadge>
          ))}
        </div>
        {(['yellow', 'red', 'green'] as const).map((tone) => (
          <Alert key={tone} color={tone} title={`Message, ${tone}`}>
            What happened, and what the person can do next.
          </Alert>
        ))}
      </TitledCard>
    </>
  );
}
