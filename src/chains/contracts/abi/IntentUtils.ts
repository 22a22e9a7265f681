// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentUtilsAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "minAmount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      }
    ],
    "name": "BalanceTooLow",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "VERSION",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "minAmount",
        "type": "uint256"
      }
    ],
    "name": "requireMinBalance",
    "outputs": [],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const intentUtilsBytecode =
  '0x6080604052348015600e575f5ffd5b506102918061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610034575f3560e01c806303bbbd6514610038578063ffa1ad741461004d575b5f5ffd5b61004b6100463660046101e5565b61009f565b005b6100896040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b6040516100969190610227565b60405180910390f35b5f6100aa8333610115565b905081811015610110576040517fb3e09fee00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018390526044810182905260640160405180910390fd5b505050565b5f73ffffffffffffffffffffffffffffffffffffffff8316156101c5576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa15801561019c573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906101c0919061027a565b6101de565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b5f5f604083850312156101f6575f5ffd5b823573ffffffffffffffffffffffffffffffffffffffff81168114610219575f5ffd5b946020939093013593505050565b602081525f82518060208401528060208501604085015e5f6040828501015260407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011684010191505092915050565b5f6020828403121561028a575f5ffd5b505191905056' as const
