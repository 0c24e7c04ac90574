import { describe, expect, it } from 'vitest';
import { invitation, isThisMachine } from './invitation';

const HERE = { origin: 'http://localhost:8000', hostname: 'localhost' };
const HOUSE = ['http://192.168.1.7:8000', 'http://10.0.0.3:8000'];
const nothing = { public: '', lan: false, house: [] };

describe('addresses that mean another machine elsewhere', () => {
  it.each(['localhost', 'table.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s', (host) =>
    expect(isThisMachine(host)).toBe(true),
  );
  it.each(['192.168.1.7', 'games.example', 'localhost.example', '[fe80::1]'])('not %s', (host) =>
    expect(isThisMachine(host)).toBe(false),
  );
});

describe('an invitation', () => {
  it('from this machine only does not arrive', () => {
    expect(invitation(HERE, nothing)).toEqual({ addresses: [HERE.origin], arrives: false });
  });
  it('is not called useless before the table has answered', () => {
    expect(invitation(HERE, null).arrives).toBe(null);
  });
  it('carries the addresses of the house', () => {
    expect(invitation(HERE, { public: '', lan: true, house: HOUSE })).toEqual({ addresses: HOUSE, arrives: true });
  });
  it('carries the address at which somebody else has come', () => {
    const page = { origin: 'http://192.168.1.7:8000', hostname: '192.168.1.7' };
    expect(invitation(page, { public: '', lan: true, house: [] }).addresses).toEqual([page.origin]);
  });
  it('carries the public address that was set', () => {
    const reach = { public: 'https://games.example', lan: false, house: [] };
    expect(invitation(HERE, reach)).toEqual({ addresses: ['https://games.example'], arrives: true });
  });
});
