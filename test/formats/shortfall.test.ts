import { describe, expect, it } from 'vitest';
import { blanksOf, readableReport } from '../../src/formats/shortfall.ts';
import { declaration, list, partial, planned } from '../roster/builders.ts';

const blanks = 'names without an address';

describe('blanksOf', () => {
  it('a list with a name without an address lacks addresses', () => {
    expect([blanksOf(list('a:192.0.2.1')), blanksOf(list('a:192.0.2.1', 'b:'))]).toEqual([
      null,
      { missing: 'addresses', error: blanks },
    ]);
  });
});

describe('readableReport', () => {
  it('a declaration that says nothing, or in which each name has an address, is planned', () => {
    const whole = declaration({ roster: ['a:192.0.2.1'], containers: [{ hosts: ['a:192.0.2.1'] }] });

    expect([readableReport('novox', declaration(), null), readableReport('novox', whole, null)]).toEqual([
      planned('novox'),
      planned('novox', whole),
    ]);
  });

  it('a blank in its roster or in a container makes it partial', () => {
    const inRoster = declaration({ roster: ['a:'] });
    const inContainer = declaration({ containers: [{ hosts: ['a:192.0.2.1'] }, { id: 'x', hosts: ['a:'] }] });

    expect([readableReport('novox', inRoster, null), readableReport('novox', inContainer, null)]).toEqual([
      partial('novox', 'addresses', inRoster, blanks),
      partial('novox', 'addresses', inContainer, blanks),
    ]);
  });

  it('the shortfall that is given goes before the blanks', () => {
    const given = declaration({ roster: ['a:'] });

    expect(readableReport('novox', given, { missing: 'names', error: null })).toEqual(partial('novox', 'names', given));
  });
});
