// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { commandFor, useCommands } from '../../../client/keyboard/commands.ts';
import { useRowShortcuts } from './row-links.ts';

const changed: number[] = [];

function Case({ id }: { id: number }) {
  useCommands([{ shortcut: 'status', of: id, run: () => changed.push(id) }]);
  return null;
}

/** A list of two cases of which the first is open; another one arrives with `Arrive`, as from the server. */
function List() {
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState(1);
  const [shown, setShown] = useState(1);
  useRowShortcuts(list);
  const open = (id: number) => () => setChosen(id);
  return (
    <>
      <ul ref={list}>
        {[1, 2].map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              data-case={id}
              aria-current={id === chosen ? 'page' : undefined}
              onClick={open(id)}
            >
              Case {id}
            </a>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setShown(chosen)}>
        Arrive
      </button>
      <Case key={shown} id={shown} />
    </>
  );
}

test('the key of an action means the case of the row in focus, once that is open', () => {
  render(<List />);
  const press = () => act(() => commandFor('status')?.run());
  const arrive = () => fireEvent.click(screen.getByText('Arrive'));
  screen.getByText('Case 1').focus();
  press();
  expect(changed).toEqual([1]);
  screen.getByText('Case 2').focus();
  press();
  expect(changed).toEqual([1]);
  arrive();
  expect(changed).toEqual([1, 2]);
  // A person who does something else before that does not want it any more.
  screen.getByText('Case 1').focus();
  press();
  fireEvent.keyDown(document.body, { key: 'j' });
  arrive();
  expect(changed).toEqual([1, 2]);
});
