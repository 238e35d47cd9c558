/** Version of this agent, which the product and the sites of carriers are reported. */
export const agentVersion = '1.1.0';
