// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentEntrypointAbi = [
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "brand",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "typeName",
        "type": "string"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "AmountTooLarge",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "Expired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "InvalidSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeTransferFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceUsed",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Reentered",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "TokenCallFailed",
    "type": "error"
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
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "received",
        "type": "uint256"
      }
    ],
    "name": "WrongAmountReceived",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "intentAddress",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "feeAmount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "feeCollector",
        "type": "address"
      }
    ],
    "name": "Deposited",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceInvalidated",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "INTENT_TYPEHASH",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntent",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "expiry",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "revocation",
            "type": "bytes"
          }
        ],
        "internalType": "struct DaiPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithDaiPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct TokenPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint160",
            "name": "amount",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "expiration",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "nonce",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "sigDeadline",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct Permit2Allowance",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit2",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithPermit2Transfer",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "domainSeparator",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      }
    ],
    "name": "hashDeposit",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "invalidateNonce",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
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
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "word",
        "type": "uint256"
      }
    ],
    "name": "nonceBitmap",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "bits",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "nonceUsed",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      }
    ],
    "name": "nonces",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "primaryType",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const intentEntrypointBytecode =
  '0x60c060405234801561000f575f5ffd5b50604051612ec8380380612ec883398101604081905261002e91610140565b818051906020012060a08181525050806040518060c0016040528060978152602001612e31609791396040516020016100689291906101bc565b60408051601f1981840301815291905280516020909101206080525f61008e838261025c565b50600161009b828261025c565b505050610316565b634e487b7160e01b5f52604160045260245ffd5b5f82601f8301126100c6575f5ffd5b81516001600160401b038111156100df576100df6100a3565b604051601f8201601f19908116603f011681016001600160401b038111828210171561010d5761010d6100a3565b604052818152838201602001851015610124575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b5f5f60408385031215610151575f5ffd5b82516001600160401b03811115610166575f5ffd5b610172858286016100b7565b602085015190935090506001600160401b0381111561018f575f5ffd5b61019b858286016100b7565b9150509250929050565b5f81518060208401855e5f93019283525090919050565b5f6101d06101ca83866101a5565b846101a5565b949350505050565b600181811c908216806101ec57607f821691505b60208210810361020a57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561025757805f5260205f20601f840160051c810160208510156102355750805b601f840160051c820191505b81811015610254575f8155600101610241565b50505b505050565b81516001600160401b03811115610275576102756100a3565b6102898161028384546101d8565b84610210565b6020601f8211600181146102bb575f83156102a45750848201515b5f19600385901b1c1916600184901b178455610254565b5f84815260208120601f198516915b828110156102ea57878501518255602094850194600190920191016102ca565b508482101561030757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805160a051612aec6103455f395f8181610662015261077c01525f8181610201015261133e0152612aec5ff3fe608060405234801561000f575f5ffd5b50600436106100f0575f3560e01c80634665917911610093578063b082a27411610063578063b082a274146101fc578063b70e36f014610223578063f698da2514610236578063fffcecdb1461023e575f5ffd5b8063466591791461018b5780634fe02b441461019e57806377c2afaa146101d65780637ecebe00146101e9575f5ffd5b80632105722f116100ce5780632105722f1461013d578063217fed4c146101525780632be2a23f146101655780633ab82a8f14610178575f5ffd5b806306fdde03146100f45780631647795e146101125780631953698114610135575b5f5ffd5b6100fc610251565b60405161010991906121fc565b60405180910390f35b61012561012036600461222f565b6102dc565b6040519015158152602001610109565b6100fc610321565b61015061014b3660046122b5565b61032e565b005b610150610160366004612337565b6103c1565b6101506101733660046123ae565b61048d565b610150610186366004612400565b6104f9565b6101506101993660046123ae565b610572565b6101c86101ac36600461222f565b600260209081525f928352604080842090915290825290205481565b604051908152602001610109565b6101c86101e4366004612477565b61065c565b6101c86101f7366004612492565b61068f565b6101c87f000000000000000000000000000000000000000000000000000000000000000081565b6101506102313660046124ad565b610734565b6101c8610776565b61015061024c3660046123ae565b6107a5565b5f805461025d906124c4565b80601f0160208091040260200160405190810160405280929190818152602001828054610289906124c4565b80156102d45780601f106102ab576101008083540402835291602001916102d4565b820191905f5260205f20905b8154815290600101906020018083116102b757829003601f168201915b505050505081565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b1615155b92915050565b6001805461025d906124c4565b6103577f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b610362848484610964565b6103886103756040860160208701612492565b6103826020870187612492565b83610a3a565b610392845f610c03565b6103bb7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610d93565b50505050565b6103ea7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6103f5848484610964565b6104306104086040860160208701612492565b6104156020870187612492565b83356020850135600161042b604088018861250f565b610d9d565b61043a845f610c03565b610447606082018261250f565b159050610392576103926104616040860160208701612492565b61046e6020870187612492565b61047a8435600161259d565b60208501355f61042b606088018861250f565b6104b67f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6104c1838383610964565b6104cb835f610c03565b6104f47f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610d93565b505050565b6105227f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b61052d848484610964565b61053a608082018261250f565b159050610567576105676105546040860160208701612492565b6105616020870187612492565b83610e7d565b610392846001610c03565b61059b7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6105a483610fd8565b5f6105b760c0850135604086013561259d565b90505f6105d36105cd6040870160208801612492565b3061103c565b905061060b6105e86040870160208801612492565b6105f56020880188612492565b8488608001356106048a61065c565b898961110c565b61062661061e6040870160208801612492565b3083856112bd565b610631856002610c03565b50506104f47f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610d93565b5f61031b7f000000000000000000000000000000000000000000000000000000000000000061068a8461133b565b611432565b5f5f5b73ffffffffffffffffffffffffffffffffffffffff83165f9081526002602090815260408083208484529091529020546001016106d9576106d2816125b0565b9050610692565b73ffffffffffffffffffffffffffffffffffffffff83165f908152600260209081526040808320848452909152902054600882901b92505b600181161561072d57610723836125b0565b925060011c610711565b5050919050565b61073e3382611495565b60405181815233907f1800cd2301fbc20790ed94f3d55a28ef2306a9c31cd3c72b5b71b6e4cf5c62419060200160405180910390a250565b5f6107a07f0000000000000000000000000000000000000000000000000000000000000000611567565b905090565b6107ce7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261091d565b6107d783610fd8565b5f6107ea60c0850135604086013561259d565b90505f6108006105cd6040870160208801612492565b905061060b6040518060c001604052808760200160208101906108239190612492565b73ffffffffffffffffffffffffffffffffffffffff16815260209081019061084d90890189612492565b73ffffffffffffffffffffffffffffffffffffffff1681526020018481526020018760a0013581526020018760800135815260200161088b8861133b565b90526001805461089a906124c4565b80601f01602080910402602001604051908101604052809291908181526020018280546108c6906124c4565b80156109115780601f106108e857610100808354040283529160200191610911565b820191905f5260205f20905b8154815290600101906020018083116108f457829003601f168201915b505050505086866115d3565b805c15610956576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6109618160016116f3565b50565b6109716020840184612492565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610a31575f6109ad8461065c565b90506109c76109bf6020860186612492565b8285856116fa565b610a2f576109d86020850185612492565b6040517f0e96aab800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018290526044015b60405180910390fd5b505b6104f483610fd8565b6060610a49604083018361250f565b9050604103610b23575f8080610a6a610a65604087018761250f565b61190e565b6040805173ffffffffffffffffffffffffffffffffffffffff8b166024820152306044820152893560648201526020808b0135608483015260ff9590951660a482015260c481019390935260e4808401929092528051808403909201825261010490920190915290810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fd505accf000000000000000000000000000000000000000000000000000000001790529350610bef92505050565b7f9fd5a6cf00000000000000000000000000000000000000000000000000000000833084356020860135610b5a604088018861250f565b604051602401610b6f9695949392919061262e565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b610bfb845f835a611968565b505050505050565b5f610c2c610c176040850160208601612492565b610c276080860160608701612492565b61103c565b9050610c4d8383610c436080830160608401612492565b866040013561198c565b610c7b610c606040850160208601612492565b610c706080860160608701612492565b8386604001356112bd565b60c083013515610ca557610ca58383610c9b610100830160e08401612492565b8660c0013561198c565b610cb56040840160208501612492565b73ffffffffffffffffffffffffffffffffffffffff16610cdb6080850160608601612492565b73ffffffffffffffffffffffffffffffffffffffff16610cfe6020860186612492565b73ffffffffffffffffffffffffffffffffffffffff167f5a20b2b320cf64374e77ef601810bfbd4ebf08bcf0d68fd846650e462a56771b604087013560a088013560c0890135610d556101008b0160e08c01612492565b6040805194855260208501939093529183015273ffffffffffffffffffffffffffffffffffffffff16606082015260800160405180910390a4505050565b610961815f6116f3565b5f5f5f610daa858561190e565b6040805173ffffffffffffffffffffffffffffffffffffffff8e166024820152306044820152606481018d9052608481018c90528a151560a482015260ff851660c482015260e48101849052610104808201849052825180830390910181526101249091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f8fcbaf0c000000000000000000000000000000000000000000000000000000001790529295509093509150610e6e8b5f835a611968565b50505050505050505050505050565b6040805160e0810190915273ffffffffffffffffffffffffffffffffffffffff8416606082019081525f9190819060808201610ebc6020870187612492565b73ffffffffffffffffffffffffffffffffffffffff168152602001856020016020810190610eea9190612691565b65ffffffffffff168152602001610f076060870160408801612691565b65ffffffffffff169052815230602082015260608401356040909101529050610bfb6e22d473030f116ddee9f6b43ac78ba35f8584610f49608088018861250f565b604051602401610f5c94939291906126b6565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f2b67b570000000000000000000000000000000000000000000000000000000001790525a611968565b8060800135421115611022576040517faa2fd92500000000000000000000000000000000000000000000000000000000815260808201356004820152426024820152604401610a26565b6109616110326020830183612492565b8260a00135611495565b5f73ffffffffffffffffffffffffffffffffffffffff8316156110ec576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa1580156110c3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906110e7919061277f565b611105565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b606060418290036111e8575f5f5f611124868661190e565b6040805173ffffffffffffffffffffffffffffffffffffffff8f166024820152306044820152606481018e90525f608482015260a481018d905260c481018c905260ff9490941660e4850152610104840192909252610124808401919091528151808403909101815261014490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fef55bec60000000000000000000000000000000000000000000000000000000017905293506112a992505050565b6040517f88b7ab63000000000000000000000000000000000000000000000000000000009061122990899030908a905f908b908b908b908b90602401612796565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b6112b38882611a2b565b5050505050505050565b5f826112c9868661103c565b6112d3919061280a565b9050818114611334576040517fb013264c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff861660048201526024810183905260448101829052606401610a26565b5050505050565b5f7f000000000000000000000000000000000000000000000000000000000000000061136a6020840184612492565b61137a6040850160208601612492565b604085013561138f6080870160608801612492565b60808701354660a089013560c08a01356113b06101008c0160e08d01612492565b60408051602081019b909b5273ffffffffffffffffffffffffffffffffffffffff998a16908b015296881660608a0152608089019590955292861660a088015260c087019190915260e086015261010085015261012084015216610140820152610160015b604051602081830303815290604052805190602001209050919050565b5f61143c83611567565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b908082161561152a576040517f2af71f1000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260248101849052604401610a26565b73ffffffffffffffffffffffffffffffffffffffff9093165f90815260026020908152604080832060089590951c83529390529190912091179055565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c001611415565b6040805160a08082018352865173ffffffffffffffffffffffffffffffffffffffff16606080840191825288850180516080808701919091529285529089015160208086019190915291890151848601528451808601909552308552518482015287015190870151919291610bfb916e22d473030f116ddee9f6b43ac78ba391859185916116608b611a78565b8a8a604051602401611678979695949392919061281d565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f137c29fe00000000000000000000000000000000000000000000000000000000179052611a2b565b80825d5050565b5f604182148015611720575073ffffffffffffffffffffffffffffffffffffffff851615155b15611803575f5f5f611732868661190e565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a081118015906117ee5750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa1580156117cc573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b156117ff5760019350505050611906565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361182857505f611906565b5f84848460405160240161183e939291906128d7565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f928392918391908b5afa9150601f3d11156118d457505f515b81801561190057507f1626ba7e0000000000000000000000000000000000000000000000000000000081145b93505050505b949350505050565b5f5f5f84846040818110611924576119246128f9565b919091013560f81c905061193b60205f8789612926565b6119449161294d565b61195260406020888a612926565b61195b9161294d565b9250925092509250925092565b5f60605f5f855160208701888a88f19150611981611b96565b905094509492505050565b60ff83166119c0576119bb6119a76040860160208701612492565b6119b46020870187612492565b8484611bcb565b6103bb565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60ff841601611a11576119bb6119fd6040860160208701612492565b611a0a6020870187612492565b8484611c7d565b6103bb611a246040860160208701612492565b8383611db2565b5f5f611a39845f855a611eeb565b91509150816103bb5783816040517f54a3dcad000000000000000000000000000000000000000000000000000000008152600401610a26929190612989565b60605f826040518060c0016040528060978152602001612a5560979139604051602001611aa69291906129ce565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152828201909152601082527f546f6b656e5065726d697373696f6e730000000000000000000000000000000060208301529150611b0e908490611fc3565b611b5357826040518060600160405280602e8152602001612a27602e913982604051602001611b3f939291906129e2565b604051602081830303815290604052611105565b82816040518060600160405280602e8152602001612a27602e9139604051602001611b80939291906129e2565b6040516020818303038152906040529392505050565b60606102003d81811115611ba75750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b60405173ffffffffffffffffffffffffffffffffffffffff808516602483015283166044820152606481018290526103bb908590608401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f23b872dd000000000000000000000000000000000000000000000000000000001790526120fb565b73ffffffffffffffffffffffffffffffffffffffff811115611ce8576040517f7f1627030000000000000000000000000000000000000000000000000000000081526004810182905273ffffffffffffffffffffffffffffffffffffffff6024820152604401610a26565b60405173ffffffffffffffffffffffffffffffffffffffff808516602483015280841660448301528083166064830152851660848201526103bb906e22d473030f116ddee9f6b43ac78ba39060a401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f36c7851600000000000000000000000000000000000000000000000000000000179052611a2b565b73ffffffffffffffffffffffffffffffffffffffff8316611e41575f611de8838360405180602001604052805f8152505a611968565b509050806103bb576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260248101839052604401610a26565b60405173ffffffffffffffffffffffffffffffffffffffff83166024820152604481018290526104f4908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb000000000000000000000000000000000000000000000000000000001790526120fb565b5f606083515f14158015611f14575073ffffffffffffffffffffffffffffffffffffffff86163b155b15611fa9575f611fa0876040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b91509150611fba565b611fb586868686611968565b915091505b94509492505050565b5f5f8251845110611fd5578251611fd8565b83515b90505f5b818110156120ec57838181518110611ff657611ff66128f9565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916858281518110612035576120356128f9565b01602001517fff0000000000000000000000000000000000000000000000000000000000000016146120e457838181518110612073576120736128f9565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19168582815181106120b2576120b26128f9565b01602001517fff000000000000000000000000000000000000000000000000000000000000001610925061031b915050565b600101611fdc565b50825184511091505092915050565b5f5f612109845f855a611968565b91509150811580612121575061211f848261215c565b155b156103bb5783816040517f54a3dcad000000000000000000000000000000000000000000000000000000008152600401610a26929190612989565b5f81515f03612185575073ffffffffffffffffffffffffffffffffffffffff82163b151561031b565b60208251101580156111055750818060200190518101906121a6919061277f565b6001149392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f61110560208301846121b0565b73ffffffffffffffffffffffffffffffffffffffff81168114610961575f5ffd5b5f5f60408385031215612240575f5ffd5b823561224b8161220e565b946020939093013593505050565b5f610100828403121561226a575f5ffd5b50919050565b5f5f83601f840112612280575f5ffd5b50813567ffffffffffffffff811115612297575f5ffd5b6020830191508360208285010111156122ae575f5ffd5b9250929050565b5f5f5f5f61014085870312156122c9575f5ffd5b6122d38686612259565b935061010085013567ffffffffffffffff8111156122ef575f5ffd5b6122fb87828801612270565b90945092505061012085013567ffffffffffffffff81111561231b575f5ffd5b85016060818803121561232c575f5ffd5b939692955090935050565b5f5f5f5f610140858703121561234b575f5ffd5b6123558686612259565b935061010085013567ffffffffffffffff811115612371575f5ffd5b61237d87828801612270565b90945092505061012085013567ffffffffffffffff81111561239d575f5ffd5b85016080818803121561232c575f5ffd5b5f5f5f61012084860312156123c1575f5ffd5b6123cb8585612259565b925061010084013567ffffffffffffffff8111156123e7575f5ffd5b6123f386828701612270565b9497909650939450505050565b5f5f5f5f6101408587031215612414575f5ffd5b61241e8686612259565b935061010085013567ffffffffffffffff81111561243a575f5ffd5b61244687828801612270565b90945092505061012085013567ffffffffffffffff811115612466575f5ffd5b850160a0818803121561232c575f5ffd5b5f6101008284031215612488575f5ffd5b6111058383612259565b5f602082840312156124a2575f5ffd5b81356111058161220e565b5f602082840312156124bd575f5ffd5b5035919050565b600181811c908216806124d857607f821691505b60208210810361226a577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612542575f5ffd5b83018035915067ffffffffffffffff82111561255c575f5ffd5b6020019150368190038213156122ae575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082018082111561031b5761031b612570565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff82036125e0576125e0612570565b5060010190565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f61268560a0830184866125e7565b98975050505050505050565b5f602082840312156126a1575f5ffd5b813565ffffffffffff81168114611105575f5ffd5b73ffffffffffffffffffffffffffffffffffffffff851681525f845173ffffffffffffffffffffffffffffffffffffffff815116602084015273ffffffffffffffffffffffffffffffffffffffff602082015116604084015265ffffffffffff604082015116606084015265ffffffffffff60608201511660808401525073ffffffffffffffffffffffffffffffffffffffff60208601511660a0830152604085015160c083015261010060e0830152612775610100830184866125e7565b9695505050505050565b5f6020828403121561278f575f5ffd5b5051919050565b73ffffffffffffffffffffffffffffffffffffffff8916815273ffffffffffffffffffffffffffffffffffffffff8816602082015286604082015260ff861660608201528460808201528360a082015260e060c08201525f6127fc60e0830184866125e7565b9a9950505050505050505050565b8181038181111561031b5761031b612570565b612848818951805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b60208801516040820152604088015160608201526128896080820188805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b73ffffffffffffffffffffffffffffffffffffffff861660c08201528460e08201526101406101008201525f6128c36101408301866121b0565b8281036101208401526127fc8185876125e7565b838152604060208201525f6128f06040830184866125e7565b95945050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f85851115612934575f5ffd5b83861115612940575f5ffd5b5050820193919092039150565b8035602083101561031b577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f61190660408301846121b0565b5f81518060208401855e5f93019283525090919050565b5f6119066129dc83866129b7565b846129b7565b5f6129ed82866129b7565b7f207769746e6573732900000000000000000000000000000000000000000000008152612775612a2060098301876129b7565b856129b756fe546f6b656e5065726d697373696f6e73286164647265737320746f6b656e2c75696e7432353620616d6f756e7429286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229' as const
