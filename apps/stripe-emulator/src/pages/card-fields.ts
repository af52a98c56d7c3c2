import { DEFAULT_CARD, findCard, TEST_CARDS, type TestCard } from '../billing/cards.ts';
import { invalid } from '../core/errors.ts';
import { type Html, html } from './html.ts';

const spaced = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** Returns a select of the test cards. Unless `isRequired`, the first option is "No card". */
export const cardField = (isRequired: boolean): Html => html`<label for="card">Test card</label>
<select id="card" name="card">
${isRequired ? null : html`<option value="none">No card</option>`}
${TEST_CARDS.map(({ number, label }) => html`<option value="${number}">${spaced(number)}: ${label}</option>`)}
</select>`;

/**
 * Returns the card of a submitted form.
 * @param value undefined selects the card that succeeds, because a script may omit the field
 */
export function cardOf(value: string | undefined): TestCard {
  const card = findCard(value ?? DEFAULT_CARD);
  if (!card)
    throw invalid('The card number is not one of the test cards.', {
      code: 'incorrect_number',
      param: 'card',
    });
  return card;
}
