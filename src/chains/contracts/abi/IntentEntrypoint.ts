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
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "RevocationMissing",
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
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeSent",
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
    "inputs": [],
    "name": "REVOKES",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
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
  '0x60c060405234801561000f575f5ffd5b5060405161334b38038061334b83398101604081905261002e91610140565b818051906020012060a08181525050806040518060c00160405280609781526020016132b4609791396040516020016100689291906101bc565b60408051601f1981840301815291905280516020909101206080525f61008e838261025c565b50600161009b828261025c565b505050610316565b634e487b7160e01b5f52604160045260245ffd5b5f82601f8301126100c6575f5ffd5b81516001600160401b038111156100df576100df6100a3565b604051601f8201601f19908116603f011681016001600160401b038111828210171561010d5761010d6100a3565b604052818152838201602001851015610124575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b5f5f60408385031215610151575f5ffd5b82516001600160401b03811115610166575f5ffd5b610172858286016100b7565b602085015190935090506001600160401b0381111561018f575f5ffd5b61019b858286016100b7565b9150509250929050565b5f81518060208401855e5f93019283525090919050565b5f6101d06101ca83866101a5565b846101a5565b949350505050565b600181811c908216806101ec57607f821691505b60208210810361020a57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561025757805f5260205f20601f840160051c810160208510156102355750805b601f840160051c820191505b81811015610254575f8155600101610241565b50505b505050565b81516001600160401b03811115610275576102756100a3565b6102898161028384546101d8565b84610210565b6020601f8211600181146102bb575f83156102a45750848201515b5f19600385901b1c1916600184901b178455610254565b5f84815260208120601f198516915b828110156102ea57878501518255602094850194600190920191016102ca565b508482101561030757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805160a051612f6f6103455f395f8181610862015261097c01525f818161022601526117b10152612f6f5ff3fe608060405234801561000f575f5ffd5b5060043610610115575f3560e01c80634fe02b44116100ad578063b70e36f01161007d578063f698da2511610063578063f698da2514610282578063ffa1ad741461028a578063fffcecdb146102c6575f5ffd5b8063b70e36f014610248578063d2dd71621461025b575f5ffd5b80634fe02b44146101c357806377c2afaa146101fb5780637ecebe001461020e578063b082a27414610221575f5ffd5b8063217fed4c116100e8578063217fed4c146101775780632be2a23f1461018a5780633ab82a8f1461019d57806346659179146101b0575f5ffd5b806306fdde03146101195780631647795e14610137578063195369811461015a5780632105722f14610162575b5f5ffd5b6101216102d9565b60405161012e9190612695565b60405180910390f35b61014a6101453660046126c8565b610364565b604051901515815260200161012e565b6101216103ff565b61017561017036600461274e565b61040c565b005b6101756101853660046127d0565b61049f565b610175610198366004612847565b610645565b6101756101ab366004612899565b6106b1565b6101756101be366004612847565b61072a565b6101ed6101d13660046126c8565b600260209081525f928352604080842090915290825290205481565b60405190815260200161012e565b6101ed610209366004612910565b61085c565b6101ed61021c36600461292b565b61088f565b6101ed7f000000000000000000000000000000000000000000000000000000000000000081565b610175610256366004612946565b610934565b6101ed7fffffffffffffffffffffffffffffffff0000000000000000000000000000000081565b6101ed610976565b6101216040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b6101756102d4366004612847565b6109a5565b5f80546102e59061295d565b80601f01602080910402602001604051908101604052809291908181526020018280546103119061295d565b801561035c5780601f106103335761010080835404028352916020019161035c565b820191905f5260205f20905b81548152906001019060200180831161033f57829003601f168201915b505050505081565b5f7fffffffffffffffffffffffffffffffff0000000000000000000000000000000082106103b9576103b67fffffffffffffffffffffffffffffffff00000000000000000000000000000000836129d5565b91505b5073ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b1615155b92915050565b600180546102e59061295d565b6104357f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b610440848484610bb5565b610466610453604086016020870161292b565b610460602087018761292b565b83610bc9565b610470845f610da1565b6104997f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b50505050565b6104c87f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b6104d3848484610f3b565b6104dc84610f9a565b6105176104ef604086016020870161292b565b6104fc602087018761292b565b83356020850135600161051260408801886129e8565b610ffe565b610521845f610da1565b61052e60608201826129e8565b15905061057457610574610548604086016020870161292b565b610555602087018761292b565b61056184356001612a49565b60208501355f61051260608801886129e8565b7fffffffffffffffffffffffffffffffff0000000000000000000000000000000060a0850135108015906105cc57506105c96105b6604086016020870161292b565b6105c3602087018761292b565b306110e8565b15155b15610470576105de602085018561292b565b6105ee604086016020870161292b565b6040517f3321e34a00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9283166004820152911660248201526044015b60405180910390fd5b61066e7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b610679838383610bb5565b610683835f610da1565b6106ac7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b505050565b6106da7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b6106e5848484610bb5565b6106f260808201826129e8565b15905061071f5761071f61070c604086016020870161292b565b610719602087018761292b565b83611189565b610470846001610da1565b6107537f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b61075c836112a9565b5f61076f60c08501356040860135612a49565b90505f61077b8561085c565b90506107c061078d602087018761292b565b6107b96107a06040890160208a0161292b565b6107ad60208a018a61292b565b868a60800135876112fa565b868661144e565b5f6107da6107d4604088016020890161292b565b306114af565b905061080a6107ef604088016020890161292b565b6107fc602089018961292b565b858960800135868a8a61157f565b61082561081d604088016020890161292b565b308386611730565b610830866002610da1565b5050506106ac7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b5f6103f97f000000000000000000000000000000000000000000000000000000000000000061088a846117ae565b6118a5565b5f5f5b73ffffffffffffffffffffffffffffffffffffffff83165f9081526002602090815260408083208484529091529020546001016108d9576108d281612a5c565b9050610892565b73ffffffffffffffffffffffffffffffffffffffff83165f908152600260209081526040808320848452909152902054600882901b92505b600181161561092d5761092383612a5c565b925060011c610911565b5050919050565b61093e3382611908565b60405181815233907f1800cd2301fbc20790ed94f3d55a28ef2306a9c31cd3c72b5b71b6e4cf5c62419060200160405180910390a250565b5f6109a07f0000000000000000000000000000000000000000000000000000000000000000611a2e565b905090565b6109ce7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610b6e565b6109d7836112a9565b5f6109ea60c08501356040860135612a49565b90505f610a006107d4604087016020880161292b565b9050610b1d6040518060c00160405280876020016020810190610a23919061292b565b73ffffffffffffffffffffffffffffffffffffffff168152602090810190610a4d9089018961292b565b73ffffffffffffffffffffffffffffffffffffffff1681526020018481526020018760a00135815260200187608001358152602001610a8b886117ae565b905260018054610a9a9061295d565b80601f0160208091040260200160405190810160405280929190818152602001828054610ac69061295d565b8015610b115780601f10610ae857610100808354040283529160200191610b11565b820191905f5260205f20905b815481529060010190602001808311610af457829003601f168201915b50505050508686611a9a565b610b38610b30604087016020880161292b565b308385611730565b610b43856002610da1565b50506106ac7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610f31565b805c15610ba7576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610bb2816001611b9d565b50565b610bc0838383610f3b565b6106ac836112a9565b6060610bd860408301836129e8565b9050604103610cb2575f8080610bf9610bf460408701876129e8565b611ba4565b6040805173ffffffffffffffffffffffffffffffffffffffff8b166024820152306044820152893560648201526020808b0135608483015260ff9590951660a482015260c481019390935260e4808401929092528051808403909201825261010490920190915290810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fd505accf000000000000000000000000000000000000000000000000000000001790529350610d7e92505050565b7f9fd5a6cf00000000000000000000000000000000000000000000000000000000833084356020860135610ce960408801886129e8565b604051602401610cfe96959493929190612ada565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b610d99845f83610d9462086470620493e0612a49565b611bfe565b505050505050565b5f610dca610db5604085016020860161292b565b610dc5608086016060870161292b565b6114af565b9050610deb8383610de1608083016060840161292b565b8660400135611c84565b610e19610dfe604085016020860161292b565b610e0e608086016060870161292b565b838660400135611730565b60c083013515610e4357610e438383610e39610100830160e0840161292b565b8660c00135611c84565b610e53604084016020850161292b565b73ffffffffffffffffffffffffffffffffffffffff16610e79608085016060860161292b565b73ffffffffffffffffffffffffffffffffffffffff16610e9c602086018661292b565b73ffffffffffffffffffffffffffffffffffffffff167f5a20b2b320cf64374e77ef601810bfbd4ebf08bcf0d68fd846650e462a56771b604087013560a088013560c0890135610ef36101008b0160e08c0161292b565b6040805194855260208501939093529183015273ffffffffffffffffffffffffffffffffffffffff16606082015260800160405180910390a4505050565b610bb2815f611b9d565b610f48602084018461292b565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16146106ac576106ac610f8a602085018561292b565b610f938561085c565b848461144e565b8060800135421115610fe4576040517faa2fd9250000000000000000000000000000000000000000000000000000000081526080820135600482015242602482015260440161063c565b610bb2610ff4602083018361292b565b8260a00135611908565b5f5f5f61100b8585611ba4565b6040805173ffffffffffffffffffffffffffffffffffffffff8e166024820152306044820152606481018d9052608481018c90528a151560a482015260ff851660c482015260e48101849052610104808201849052825180830390910181526101249091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f8fcbaf0c0000000000000000000000000000000000000000000000000000000017905292955090935091506110d98b5f83610d9462086470620493e0612a49565b50505050505050505050505050565b6040517fdd62ed3e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff838116600483015282811660248301525f919085169063dd62ed3e90604401602060405180830381865afa15801561115d573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906111819190612b3d565b949350505050565b5f7f2b67b5700000000000000000000000000000000000000000000000000000000083856111ba602086018661292b565b6111ca6040870160208801612b54565b6111da6060880160408901612b54565b3060608901356111ed60808b018b6129e8565b60405160240161120599989796959493929190612b79565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff00000000000000000000000000000000000000000000000000000000909316929092179091529050610d996e22d473030f116ddee9f6b43ac78ba35f83610d9462086470620493e0612a49565b7fffffffffffffffffffffffffffffffff0000000000000000000000000000000060a0820135106112f1576112e1602082018261292b565b6105ee604083016020840161292b565b610bb281610f9a565b604080517fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8602082015273ffffffffffffffffffffffffffffffffffffffff861691810191909152306060820152608081018490525f60a0820181905260c0820184905260e08201839052908190610100016040516020818303038152906040528051906020012090508673ffffffffffffffffffffffffffffffffffffffff16633644e5156040518163ffffffff1660e01b8152600401602060405180830381865afa1580156113cd573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906113f19190612b3d565b6040517f190100000000000000000000000000000000000000000000000000000000000060208201526022810191909152604281018290526062016040516020818303038152906040528051906020012091505095945050505050565b61145a84848484611d23565b610499576040517f0e96aab800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810184905260440161063c565b5f73ffffffffffffffffffffffffffffffffffffffff83161561155f576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa158015611536573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061155a9190612b3d565b611578565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b6060604182900361165b575f5f5f6115978686611ba4565b6040805173ffffffffffffffffffffffffffffffffffffffff8f166024820152306044820152606481018e90525f608482015260a481018d905260c481018c905260ff9490941660e4850152610104840192909252610124808401919091528151808403909101815261014490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fef55bec600000000000000000000000000000000000000000000000000000000179052935061171c92505050565b6040517f88b7ab63000000000000000000000000000000000000000000000000000000009061169c90899030908a905f908b908b908b908b90602401612c2f565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b6117268882611f3c565b5050505050505050565b5f8261173c86866114af565b61174691906129d5565b90508181146117a7576040517fb013264c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff86166004820152602481018390526044810182905260640161063c565b5050505050565b5f7f00000000000000000000000000000000000000000000000000000000000000006117dd602084018461292b565b6117ed604085016020860161292b565b6040850135611802608087016060880161292b565b60808701354660a089013560c08a01356118236101008c0160e08d0161292b565b60408051602081019b909b5273ffffffffffffffffffffffffffffffffffffffff998a16908b015296881660608a0152608089019590955292861660a088015260c087019190915260e086015261010085015261012084015216610140820152610160015b604051602081830303815290604052805190602001209050919050565b5f6118af83611a2e565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b7fffffffffffffffffffffffffffffffff00000000000000000000000000000000811061195c576119597fffffffffffffffffffffffffffffffff00000000000000000000000000000000826129d5565b90505b73ffffffffffffffffffffffffffffffffffffffff82165f908152600260209081526040808320600885901c8452909152902054600160ff83161b90808216156119f1576040517f2af71f1000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810184905260440161063c565b73ffffffffffffffffffffffffffffffffffffffff9093165f90815260026020908152604080832060089590951c83529390529190912091179055565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c001611888565b5f611aa484611f98565b8551604080880151606089015160808a015160208b015160a08c015194519697505f967f137c29fe0000000000000000000000000000000000000000000000000000000096611b0596909594939230928692908c908f908f90602401612ca3565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff00000000000000000000000000000000000000000000000000000000909316929092179091529050610d996e22d473030f116ddee9f6b43ac78ba382611f3c565b80825d5050565b5f5f5f84846040818110611bba57611bba612d50565b919091013560f81c9050611bd160205f8789612d7d565b611bda91612da4565b611be860406020888a612d7d565b611bf191612da4565b9250925092509250925092565b5f60605f5f855160208701888a88f19150611c176120b6565b9050818015611c2557508415155b15611c7b578573ffffffffffffffffffffffffffffffffffffffff167f541898aec092707283113bff40960b1e5b991d41aa1f0e6339a7d5ffe53627a286604051611c7291815260200190565b60405180910390a25b94509492505050565b60ff8316611cb857611cb3611c9f604086016020870161292b565b611cac602087018761292b565b84846120eb565b610499565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60ff841601611d0957611cb3611cf5604086016020870161292b565b611d02602087018761292b565b848461219d565b610499611d1c604086016020870161292b565b838361224c565b5f604182148015611d49575073ffffffffffffffffffffffffffffffffffffffff851615155b15611e2c575f5f5f611d5b8686611ba4565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08111801590611e175750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611df5573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b15611e285760019350505050611181565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f03611e5157505f611181565b5f848484604051602401611e6793929190612de0565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f9283926208647092909184918c85fa9250601f3d1115611f03575f5191505b828015611f2f57507f1626ba7e0000000000000000000000000000000000000000000000000000000082145b9998505050505050505050565b5f80611f59848285611f5462086470620493e0612a49565b612385565b91509150816104995783816040517f54a3dcad00000000000000000000000000000000000000000000000000000000815260040161063c929190612e02565b60605f826040518060c0016040528060978152602001612ed860979139604051602001611fc6929190612e47565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152828201909152601082527f546f6b656e5065726d697373696f6e73000000000000000000000000000000006020830152915061202e90849061245c565b61207357826040518060600160405280602e8152602001612eaa602e91398260405160200161205f93929190612e5b565b604051602081830303815290604052611578565b82816040518060600160405280602e8152602001612eaa602e91396040516020016120a093929190612e5b565b6040516020818303038152906040529392505050565b60606102003d818111156120c75750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b60405173ffffffffffffffffffffffffffffffffffffffff80851660248301528316604482015260648101829052610499908590608401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f23b872dd00000000000000000000000000000000000000000000000000000000179052612594565b6040805173ffffffffffffffffffffffffffffffffffffffff858116602483015284811660448301526064820184905286166084808301919091528251808303909101815260a49091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f36c7851600000000000000000000000000000000000000000000000000000000179052610499906e22d473030f116ddee9f6b43ac78ba390611f3c565b73ffffffffffffffffffffffffffffffffffffffff83166122db575f612282838360405180602001604052805f8152505a611bfe565b50905080610499576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024810183905260440161063c565b60405173ffffffffffffffffffffffffffffffffffffffff83166024820152604481018290526106ac908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb00000000000000000000000000000000000000000000000000000000179052612594565b5f606083515f141580156123ae575073ffffffffffffffffffffffffffffffffffffffff86163b155b15612443575f61243a876040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b91509150611c7b565b61244f86868686611bfe565b9150915094509492505050565b5f5f825184511061246e578251612471565b83515b90505f5b818110156125855783818151811061248f5761248f612d50565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19168582815181106124ce576124ce612d50565b01602001517fff00000000000000000000000000000000000000000000000000000000000000161461257d5783818151811061250c5761250c612d50565b602001015160f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191685828151811061254b5761254b612d50565b01602001517fff00000000000000000000000000000000000000000000000000000000000000161092506103f9915050565b600101612475565b50825184511091505092915050565b5f5f6125a2845f855a611bfe565b915091508115806125ba57506125b884826125f5565b155b156104995783816040517f54a3dcad00000000000000000000000000000000000000000000000000000000815260040161063c929190612e02565b5f81515f0361261e575073ffffffffffffffffffffffffffffffffffffffff82163b15156103f9565b602082511015801561157857508180602001905181019061263f9190612b3d565b6001149392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6115786020830184612649565b73ffffffffffffffffffffffffffffffffffffffff81168114610bb2575f5ffd5b5f5f604083850312156126d9575f5ffd5b82356126e4816126a7565b946020939093013593505050565b5f6101008284031215612703575f5ffd5b50919050565b5f5f83601f840112612719575f5ffd5b50813567ffffffffffffffff811115612730575f5ffd5b602083019150836020828501011115612747575f5ffd5b9250929050565b5f5f5f5f6101408587031215612762575f5ffd5b61276c86866126f2565b935061010085013567ffffffffffffffff811115612788575f5ffd5b61279487828801612709565b90945092505061012085013567ffffffffffffffff8111156127b4575f5ffd5b8501606081880312156127c5575f5ffd5b939692955090935050565b5f5f5f5f61014085870312156127e4575f5ffd5b6127ee86866126f2565b935061010085013567ffffffffffffffff81111561280a575f5ffd5b61281687828801612709565b90945092505061012085013567ffffffffffffffff811115612836575f5ffd5b8501608081880312156127c5575f5ffd5b5f5f5f610120848603121561285a575f5ffd5b61286485856126f2565b925061010084013567ffffffffffffffff811115612880575f5ffd5b61288c86828701612709565b9497909650939450505050565b5f5f5f5f61014085870312156128ad575f5ffd5b6128b786866126f2565b935061010085013567ffffffffffffffff8111156128d3575f5ffd5b6128df87828801612709565b90945092505061012085013567ffffffffffffffff8111156128ff575f5ffd5b850160a081880312156127c5575f5ffd5b5f6101008284031215612921575f5ffd5b61157883836126f2565b5f6020828403121561293b575f5ffd5b8135611578816126a7565b5f60208284031215612956575f5ffd5b5035919050565b600181811c9082168061297157607f821691505b602082108103612703577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b818103818111156103f9576103f96129a8565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612a1b575f5ffd5b83018035915067ffffffffffffffff821115612a35575f5ffd5b602001915036819003821315612747575f5ffd5b808201808211156103f9576103f96129a8565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8203612a8c57612a8c6129a8565b5060010190565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f612b3160a083018486612a93565b98975050505050505050565b5f60208284031215612b4d575f5ffd5b5051919050565b5f60208284031215612b64575f5ffd5b813565ffffffffffff81168114611578575f5ffd5b73ffffffffffffffffffffffffffffffffffffffff8a16815273ffffffffffffffffffffffffffffffffffffffff8916602082015273ffffffffffffffffffffffffffffffffffffffff8816604082015265ffffffffffff8716606082015265ffffffffffff8616608082015273ffffffffffffffffffffffffffffffffffffffff851660a08201528360c082015261010060e08201525f612c2061010083018486612a93565b9b9a5050505050505050505050565b73ffffffffffffffffffffffffffffffffffffffff8916815273ffffffffffffffffffffffffffffffffffffffff8816602082015286604082015260ff861660608201528460808201528360a082015260e060c08201525f612c9560e083018486612a93565b9a9950505050505050505050565b73ffffffffffffffffffffffffffffffffffffffff8c1681528a602082015289604082015288606082015273ffffffffffffffffffffffffffffffffffffffff881660808201528660a082015273ffffffffffffffffffffffffffffffffffffffff861660c08201528460e08201526101406101008201525f612d2a610140830186612649565b828103610120840152612d3e818587612a93565b9e9d5050505050505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f85851115612d8b575f5ffd5b83861115612d97575f5ffd5b5050820193919092039150565b803560208310156103f9577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b838152604060208201525f612df9604083018486612a93565b95945050505050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f6111816040830184612649565b5f81518060208401855e5f93019283525090919050565b5f611181612e558386612e30565b84612e30565b5f612e668286612e30565b7f207769746e6573732900000000000000000000000000000000000000000000008152612e9f612e996009830187612e30565b85612e30565b969550505050505056fe546f6b656e5065726d697373696f6e73286164647265737320746f6b656e2c75696e7432353620616d6f756e7429286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229' as const
